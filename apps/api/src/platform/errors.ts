export type ErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'invalid'
  | 'too_many'
  | 'unavailable';

type Details = {
  /** The fields it is about. */
  errors?: { field: string; message: string }[];
  /** When to come back. */
  retryAfterSeconds?: number;
  /** Why, for the log alone. */
  cause?: unknown;
};

/** What rules and services throw: `code` is for programs, `message` (from contracts) for people. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Details;

  constructor(kind: ErrorKind, code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'DomainError';
    this.kind = kind;
    this.code = code;
    this.details = details;
  }
}
