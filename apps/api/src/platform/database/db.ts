import type { Statement } from './sql.ts';

type Answer<S> = S extends Statement<infer Out> ? Out : undefined;
type Answers<S> = { -readonly [K in keyof S]: Answer<S[K]> };
/** Undefined: there is nothing to send, and no answer. */
type Sendable = Statement<unknown> | undefined;
export type Statements = Readonly<Record<string, Sendable>> | readonly Sendable[];

type TransactionOptions = { isolationLevel: 'repeatable read'; accessMode?: 'read only' };

/** A pool, one of its connections, or an open transaction. */
export type Db = {
  /** Sends the statement at once. */
  run: <Out>(statement: Statement<Out>) => Promise<Out>;
  /**
   * Sends statements in one round trip, and resolves to their results under the same names. PostgreSQL runs one after the
   * other, in this order, each with a snapshot of its own: it sees what those before it have written, or have waited
   * for. Rejects with the first error.
   */
  together: <const S extends Statements>(statements: S) => Promise<Answers<S>>;
  /** Commits what the work has written, or nothing if it fails. Within a transaction it is a savepoint. */
  transaction: <T>(work: (tx: Db) => Promise<T>, options?: TransactionOptions) => Promise<T>;
};

export const dbOf = (run: Db['run'], transaction: Db['transaction']): Db => ({
  run,
  together: async <const S extends Statements>(statements: S) => {
    const names = Object.keys(statements);
    const results = await Promise.all(
      Object.values<Sendable>(statements).map((statement) => statement && run(statement)),
    );
    const answers = names.map((name, place) => [name, results[place]]);
    return (Array.isArray(statements) ? results : Object.fromEntries(answers)) as Answers<S>;
  },
  transaction,
});
