import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { isDryRun } from '#platform/effects.ts';

const committed = new AsyncLocalStorage<(() => void)[]>();

/**
 * Runs the effect, which must not throw, once the current transaction has committed, and never if it is rolled back;
 * at once outside a transaction. A savepoint does not count: call it after the work that may be rolled back to one.
 */
export function afterCommit(effect: () => void) {
  const effects = committed.getStore();
  if (effects) effects.push(effect);
  else effect();
}

/**
 * The only way to run a transaction. `connect` replaces drizzle's own with it, which sends BEGIN outside its `try` and
 * so leaks the client of a failed BEGIN. A client returns to the pool only after a confirmed COMMIT or ROLLBACK; any
 * other may still be in the transaction and is destroyed.
 */
export async function runTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let reusable = false;
  try {
    const effects: (() => void)[] = [];
    await client.query(begin);
    const result = await committed
      .run(effects, () => work(client))
      .catch(async (error: unknown) => {
        // The caller must see the first error, not that the rollback failed too.
        await client.query('rollback').then(
          () => {
            reusable = true;
          },
          () => {},
        );
        throw error;
      });
    const { command } = await client.query(isDryRun() ? 'rollback' : 'commit');
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed: nothing was stored.
    if (command === 'ROLLBACK' && !isDryRun())
      throw new Error('The transaction was rolled back: a failed statement was ignored.');
    reusable = true;
    if (!isDryRun()) for (const effect of effects) effect();
    return result;
  } finally {
    client.release(!reusable);
  }
}

/**
 * Closes a client as soon as one of its queries times out. The statement may still be running and would block the next
 * queries, also those of the next user of the client. A closed client rejects further queries and is dropped by its
 * pool, also when it is released without an error, as graphile-worker does.
 */
export function closeOnTimeout(client: PoolClient) {
  const query = client.query.bind(client);
  const watched = (...args: unknown[]) => {
    const result: unknown = Reflect.apply(query, client, args);
    if (result instanceof Promise)
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') void client.end();
      });
    return result;
  };
  Object.defineProperty(client, 'query', { value: watched, configurable: true });
}
