/** SQLSTATE classes and codes of transient errors. */
const TRANSIENT_CODES = /^(08...|53...|57P0[1-5]|57014|55P03|25006|40001|40P01)$/;
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Errors that pg gives no code: a full pool, a broken connection, a server that stopped responding. */
const TRANSIENT_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** PostgreSQL is unreachable, starting or stopping, or timed out. A later retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TRANSIENT_CODES.test(code) || NETWORK_CODES.test(code) || TRANSIENT_MESSAGES.test(error.message)) return true;

  // A host with several IPs fails once for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return isDatabaseUnavailable(error.cause);
}

/** NUL, or a lone surrogate in a JSON value: requests can contain both, PostgreSQL stores neither. */
export const isUnstorableText = (error: unknown): boolean =>
  hasSqlState(error, '22021', '22P05') ||
  (error instanceof Error && (error.message === 'invalid input syntax for type json' || isUnstorableText(error.cause)));

/** Whether the error, or a cause of it, has one of these SQLSTATE codes. */
export const hasSqlState = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && codes.includes(error.code)) ||
    hasSqlState(error.cause, ...codes));

/** Whether the error, or a cause of it, is a violation of this constraint. */
export const violatesConstraint = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  (('constraint' in error && error.constraint === constraint) || violatesConstraint(error.cause, constraint));

/** Invalid data or a violated constraint (SQLSTATE classes 22 and 23): a retry cannot succeed. */
export const isPermanentStorageError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^2[23]...$/.test(String(error.code))) || isPermanentStorageError(error.cause));

/** Safe to store and show. */
export const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));
