/** SQLSTATE classes and codes that mean "not now" rather than "never". */
const TRANSIENT_CODES = /^(08...|53...|57P0[1-5]|57014|55P03|25006|40001|40P01)$/;
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** pg gives these no code: a full pool, a connection cut in the middle, a server that stopped answering. */
const TRANSIENT_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** PostgreSQL cannot be reached, is starting or stopping, or took too long. Asking again later may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (TRANSIENT_CODES.test(code) || NETWORK_CODES.test(code) || TRANSIENT_MESSAGES.test(error.message)) return true;

  // The query builder wraps what the driver said; a host with several addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return isDatabaseUnavailable(error.cause);
}

/** NUL, or half of a surrogate pair in a value of JSON: requests can carry both, PostgreSQL stores neither. */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === '22021' || error.code === '22P05')) ||
    error.message === 'invalid input syntax for type json' ||
    isUnstorableText(error.cause));

/** The database refused to store something twice, or something wrong, by this rule of its own. */
export const violatesConstraint = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  (('constraint' in error && error.constraint === constraint) || violatesConstraint(error.cause, constraint));

/** The database will not store this, however often it is asked: something is wrong with it, and not with the moment. */
export const isPermanentStorageError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^2[23]...$/.test(String(error.code))) || isPermanentStorageError(error.cause));

/** To be kept and shown: the query builder's own message would repeat the statement with all its values. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'query' in error && error.cause ? errorMessage(error.cause) : error.message;
}
