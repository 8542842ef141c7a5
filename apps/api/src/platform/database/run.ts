import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import type { Statement } from './sql.ts';

type Answer<S> = S extends Statement<infer Out> ? Out : undefined;
type Answers<S> = { -readonly [K in keyof S]: Answer<S[K]> };
/** Undefined: there is nothing to send, and no answer. */
type Sendable = Statement<unknown> | undefined;
export type Statements = Readonly<Record<string, Sendable>> | readonly Sendable[];

export type Runner = {
  /** Sends the statement at once. */
  run: <Out>(statement: Statement<Out>) => Promise<Out>;
  /**
   * Sends statements in one round trip, and resolves to their results under the same names. PostgreSQL runs one after the
   * other, in this order, each with a snapshot of its own: it sees what those before it have written, or have waited
   * for. Rejects with the first error.
   */
  together: <const S extends Statements>(statements: S) => Promise<Answers<S>>;
};

/** A pool or a client of the driver. Its `query` is looked up each time: tests replace it. */
type Target = Pick<pg.ClientBase, 'query'>;

export function runnerOn(target: Target): Runner {
  const run = async <Out>(statement: Statement<Out>) => {
    const { text, values } = statement.compose();
    const { isPrepared } = statement;
    const config = { text, rowMode: 'array' as const, types: DECODERS, isPrepared };
    const result = await target.query<unknown[]>(config, values).catch((error: unknown) => {
      // The log names the statement that failed, and none of its values.
      throw error instanceof Error ? Object.assign(error, { statement: statement.name }) : error;
    });
    if (executed.hasSubscribers) executed.publish({ statement, result });
    return statement.read(result);
  };
  return {
    run,
    together: async <const S extends Statements>(statements: S) => {
      const names = Object.keys(statements);
      const results = await Promise.all(
        Object.values<Sendable>(statements).map((statement) => statement && run(statement)),
      );
      const answers = names.map((name, place) => [name, results[place]]);
      return (Array.isArray(statements) ? results : Object.fromEntries(answers)) as Answers<S>;
    },
  };
}

/** `{ statement, result }` of everything that ran: tests compare the rows with their shape. */
const executed = channel('shop.statement');

const asNumber = (text: string) => {
  const number = Number(text);
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    throw new Error(`A number of the database is too large: ${text}`);
  return number;
};
const unchanged = (text: string) => text;
const NUMERIC_ARRAY = 1231;
const INT8_ARRAY = 1016;
const TEXT_ARRAY: number = 1009;
const textsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);
const asNumbers = (text: string) => textsOf(text).map((item) => item && asNumber(item));

/** The driver's own decoders, but for numbers, which it leaves as text, and dates, which it shifts by the time zone. */
const OWN_DECODERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, asNumber],
  [pg.types.builtins.NUMERIC, asNumber],
  [pg.types.builtins.DATE, unchanged],
  [INT8_ARRAY, asNumbers],
  [NUMERIC_ARRAY, asNumbers],
]);
const DECODERS = { getTypeParser: (oid: number) => OWN_DECODERS.get(oid) ?? pg.types.getTypeParser(oid) };
