/** SQLSTATE classes and codes that mean "not now" rather than "never". */
const NOT_NOW = /^(08...|53...|57P0[1-5]|57014|55P03|25006|40001|40P01)$/;
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** pg gives these no code: a full pool, a connection cut in the middle, a server that stopped answering. */
const WITHOUT_CODE =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** PostgreSQL cannot be reached, is starting or stopping, or took too long. Asking again later may help. */
export function databaseIsAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NOT_NOW.test(code) || NETWORK.test(code) || WITHOUT_CODE.test(error.message)) return true;

  // The query builder wraps what the driver said; a host with several addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.some(databaseIsAway);
  return databaseIsAway(error.cause);
}

/** A NUL character: JSON and addresses can carry one, no text of ours can hold one. */
export const textCannotBeStored = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '22021') || textCannotBeStored(error.cause));

/** The database refused to store something twice, or something wrong, by this rule of its own. */
export const violates = (error: unknown, constraint: string): boolean =>
  error instanceof Error &&
  (('constraint' in error && error.constraint === constraint) || violates(error.cause, constraint));

/** The database will not store this, however often it is asked: something is wrong with it, and not with the moment. */
export const willNeverStore = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && /^2[23]...$/.test(String(error.code))) || willNeverStore(error.cause));

/** To be kept and shown: the query builder's own message would repeat the statement with all its values. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'query' in error && error.cause ? errorMessage(error.cause) : error.message;
}
