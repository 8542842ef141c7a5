import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from 'pg';
import { isDryRun } from '#platform/effects.ts';
import type { Runner, Statements } from './run.ts';

/** `last`: the statements that are sent with the COMMIT. */
type Transaction = { effects: (() => void)[]; last: Promise<unknown>[] };
const transactions = new AsyncLocalStorage<Transaction>();

/**
 * Runs the effect, which must not throw, once the current transaction has committed, and never if it is rolled back;
 * at once outside a transaction. A savepoint does not count: call it after the work that may be rolled back to one.
 */
export function afterCommit(effect: () => void) {
  const transaction = transactions.getStore();
  if (transaction) transaction.effects.push(effect);
  else effect();
}

/**
 * Like `together`, for the last statements of the current transaction, in one round trip with its COMMIT: their results
 * are known after it. What must not be committed has to fail in the database, and its error fails the transaction.
 */
export function sendWithCommit<const S extends Statements>(tx: Runner, statements: S) {
  const transaction = transactions.getStore();
  if (!transaction) throw new Error('There is no transaction to commit.');
  const results = tx.together(statements);
  results.catch(() => {});
  transaction.last.push(results);
  // In an object, because an async function waits for a promise that it returns.
  return { results };
}

/**
 * The only way to run a transaction. `connect` replaces drizzle's own with it, which sends BEGIN outside its `try` and
 * so leaks the client of a failed BEGIN. BEGIN costs no round trip: it is sent with the first statement, which fails if
 * BEGIN has failed. A client returns to the pool only after a confirmed COMMIT or ROLLBACK; any other may still be in
 * the transaction and is destroyed.
 */
export async function runTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let reusable = false;
  try {
    const transaction: Transaction = { effects: [], last: [] };
    const begun = client.query(begin);
    begun.catch(() => {});
    const result = await transactions
      .run(transaction, () => work(client))
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
    const end = client.query(isDryRun() ? 'rollback' : 'commit');
    const [ended, ...sent] = await Promise.allSettled([end, begun, ...transaction.last]);
    reusable = ended.status === 'fulfilled';
    for (const settled of [...sent, ended]) if (settled.status === 'rejected') throw settled.reason;
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed: nothing was stored.
    if ((await end).command === 'ROLLBACK' && !isDryRun())
      throw new Error('The transaction was rolled back: a failed statement was ignored.');
    if (!isDryRun()) for (const effect of transaction.effects) effect();
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
