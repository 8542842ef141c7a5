import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, Statements } from './db.ts';

/** `last`: the statements that are sent with the COMMIT. */
export type Transaction = { effects: (() => void)[]; last: Promise<unknown>[] };

/** The transaction that runs. */
export const transactions = new AsyncLocalStorage<Transaction>();

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
export function sendWithCommit<const S extends Statements>(tx: Db, statements: S) {
  const transaction = transactions.getStore();
  if (!transaction) throw new Error('There is no transaction to commit.');
  const results = tx.together(statements);
  results.catch(() => {});
  transaction.last.push(results);
  // In an object, because an async function waits for a promise that it returns.
  return { results };
}
