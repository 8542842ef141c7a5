import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { minimumAmount } from './entities.ts';

type Details = { status?: number; field?: string; reason?: string };

/** An error with the provider's message and format. */
export class ProviderError extends Error {
  readonly details: Details;

  constructor(description: string, details: Details = {}) {
    super(description);
    this.details = details;
  }
}

const asBody = (code: string, description: string, { field, reason }: Details = {}) => ({
  error: {
    code,
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: reason ?? 'input_validation_failed',
    metadata: {},
    ...(field && { field }),
  },
});

export const unknownId = () => new ProviderError('The id provided does not exist');

/** Orders and refunds have a minimum of one unit of their currency. */
export function assertMinimum(amount: number, currency: string) {
  const minimum = minimumAmount(currency);
  if (amount >= minimum) return;
  const one = (1).toFixed(Math.round(Math.log10(minimum)));
  throw new ProviderError(`The amount must be at least ${currency} ${one}`, { field: 'amount' });
}

/** Parses the body, or throws the provider's error about its first issue. */
export function read<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const parsed = schema.safeParse(given ?? {}, { reportInput: true });
  if (parsed.success) return parsed.data;

  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys')
    throw new ProviderError(`${issue.keys.join(', ')} is/are not required and should not be sent`);
  if (issue && issue.input === undefined) throw new ProviderError(`The ${field} field is required.`, { field });
  throw new ProviderError(issue?.message ?? 'The request is invalid.', { field });
}

export function sendError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ProviderError)
    return reply.code(error.details.status ?? 400).send(asBody('BAD_REQUEST_ERROR', error.message, error.details));
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return reply.code(status).send(asBody('BAD_REQUEST_ERROR', STATUS_CODES[status] ?? 'Bad request'));
  console.error(error);
  return sendProviderFailure(reply, 500);
}

/** The provider's response to its own failures and rate limit. */
export function sendProviderFailure(reply: FastifyReply, status: number) {
  const body =
    status === 429
      ? asBody('BAD_REQUEST_ERROR', 'Too many requests', { reason: 'too_many_requests' })
      : asBody(
          'SERVER_ERROR',
          'We are facing some trouble completing your request at the moment. Please try again shortly.',
          { reason: 'server_error' },
        );
  return reply.code(status).send(body);
}
