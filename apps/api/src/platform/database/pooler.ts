import type { Pool, PoolClient } from 'pg';

/** `transaction`: PgBouncer in transaction mode, where each transaction may run on another connection to PostgreSQL. */
export const POOLERS = ['none', 'transaction'] as const;
export type Pooler = (typeof POOLERS)[number];

/**
 * Begins a transaction with these PostgreSQL settings, which end with it. For a pooler, which refuses them as start-up
 * parameters, and would hand over what `set` leaves behind to the next client. Unlike `set_config()`, `set local` takes
 * no snapshot, so that the isolation level can still be set.
 */
export const beginWith = (settings: Record<string, string | number>) =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');

/**
 * Runs one statement in a transaction of its own. The three are sent at once (`pipeline`), so that the limits cost no
 * round trip. PostgreSQL answers COMMIT with ROLLBACK if the statement failed.
 */
async function runAlone(client: PoolClient, begin: string, statement: unknown[]) {
  const begun = client.query(begin);
  const result = Reflect.apply(client.query, client, statement);
  const [first, second, third] = await Promise.allSettled([begun, result, client.query('commit')]);
  for (const settled of [first, second, third]) if (settled.status === 'rejected') throw settled.reason;
  return result;
}

/** Gives the statements that the pool runs outside of transactions their limits too. */
export function limitStatements(pool: Pool, begin: string) {
  const query = async (...statement: unknown[]) => {
    const client = await pool.connect();
    let failed = true;
    try {
      const result = await runAlone(client, begin, statement);
      failed = false;
      return result;
    } finally {
      // As the driver's own: it does not reuse a client after an error.
      client.release(failed);
    }
  };
  Object.defineProperty(pool, 'query', { value: query });
}

/** A client whose statements, each outside of a transaction, have these limits. */
export const limitedClient = (client: PoolClient, begin: string): PoolClient =>
  Object.create(client, { query: { value: (...statement: unknown[]) => runAlone(client, begin, statement) } });
