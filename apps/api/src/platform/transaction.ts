import type { Pool, PoolClient } from 'pg';

/**
 * The one way to run a transaction; `connect` puts it in place of drizzle's own, which sends BEGIN outside its `try` and
 * so loses the client of a BEGIN that fails. A client goes back to the pool only after an answered COMMIT or ROLLBACK;
 * any other may still be in the transaction and is destroyed.
 */
export async function runTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let reusable = false;
  try {
    await client.query('begin');
    const result = await work(client).catch(async (error: unknown) => {
      // What failed first is what the caller must see, not that the rollback failed too.
      await client.query('rollback').then(
        () => {
          reusable = true;
        },
        () => {},
      );
      throw error;
    });
    const { command } = await client.query('commit');
    // PostgreSQL answers COMMIT so when an earlier statement failed: nothing was stored.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a failed statement was ignored.');
    reusable = true;
    return result;
  } finally {
    client.release(!reusable);
  }
}

/**
 * Closes a client as soon as a query of it is not answered in time. The statement may still be running: whatever is sent
 * behind it would wait, and whoever borrows the client next with it. A closed client refuses further queries and is
 * dropped by its pool, also when it is released without an error, as graphile-worker does.
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
