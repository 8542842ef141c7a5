import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { SEARCH_BUSY } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import { Counter } from '@shop/telemetry/metrics';
import { endSpan, inChildSpan } from '@shop/telemetry/tracing';
import pg from 'pg';
import { isDryRun } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import { startStatementSpan } from '#platform/statement-spans.ts';
import { type Db, dbOf } from './db.ts';
import { DECODERS } from './decode.ts';
import { errorMessage, hasSqlState } from './errors.ts';
import type { Result, Statement } from './sql.ts';
import { type Transaction, transactions } from './transaction.ts';

/** `transaction`: PgBouncer in transaction mode, where each transaction may run on another connection to PostgreSQL. */
export const POOLERS = ['none', 'transaction'] as const;

export type ConnectOptions = {
  url: string;
  applicationName: string;
  max: number;
  /** 0: no limit. */
  statementTimeoutMs: number;
  /** Limit for opening a connection or waiting for a free one. */
  connectTimeoutMs?: number;
  /** `marked`: statements with `prepare`. `all`: every one, for pools with few distinct ones. */
  prepare?: 'marked' | 'all';
  /** Default: none. With a pooler no statement is named, as PgBouncer before 1.21 cannot keep names. */
  pooler?: (typeof POOLERS)[number];
  /** PostgreSQL settings of these connections. */
  settings?: Settings;
  /** Called for connection errors that no query reports. */
  onError: (error: Error) => void;
};
type Settings = Record<string, string | number>;

const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 5_000;

/**
 * Connections to PostgreSQL for one purpose, opened when a statement needs one: a process can start before its database.
 *
 * - `db.run` and `db.together` send single statements, each on any free connection.
 * - `db.transaction` works on one connection, from BEGIN to COMMIT.
 * - `lend` works on one connection that closes when the client of the request disconnects.
 * - `pool` is the driver's, for the job queue, which sends its own statements, and for what watches connections.
 *
 * Statements sent to a connection do not wait for the results of those before them (`pipeline`).
 */
export class Connection {
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly #prepare: ConnectOptions['prepare'];
  readonly #isPooled: boolean;
  readonly #begin: string;
  #lent = 0;

  constructor({ statementTimeoutMs, onError, ...options }: ConnectOptions) {
    // All queries are short: JIT compilation costs more than it saves.
    const settings = { jit: 'off', ...options.settings };
    const limits = {
      statement_timeout: statementTimeoutMs,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    };
    this.#isPooled = options.pooler === 'transaction';
    this.#prepare = this.#isPooled ? undefined : options.prepare;
    this.#begin = this.#isPooled ? beginWith({ ...limits, ...settings }) : 'begin';
    this.pool = new pg.Pool({
      connectionString: options.url,
      application_name: options.applicationName,
      max: options.max,
      keepAlive: true,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 1_000,
      // Enforced by the client: a hanging server does not enforce `statement_timeout`.
      query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
      pipeline: true,
      ...(!this.#isPooled && { ...limits, options: startupOptions(settings) }),
    });
    // Without a listener a broken connection ends the process: idle ones emit on the pool, busy ones on the client.
    this.pool.on('error', onError);
    this.pool.on('connect', (client) => {
      client.on('error', onError);
      countDeadlocks(client);
      superviseQueries(client);
    });
    this.db = dbOf(
      (statement) => this.#run(statement, (query) => this.#sendOnFreeClient(query)),
      (work, how) => inChildSpan('transaction', {}, () => this.#transact(work, how)),
    );
  }

  readonly close = () => this.pool.end();

  async #run<Out>(statement: Statement<Out>, send: (query: Query) => Promise<Result>) {
    const { text, values } = statement.compose();
    const isPrepared = this.#prepare && (statement.isPrepared || this.#prepare === 'all');
    const name = isPrepared ? preparedNameOf(text) : undefined;
    let result: Result;
    try {
      result = await send([{ text, name, rowMode: 'array', types: DECODERS }, values]);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // The log names the statement that failed, and none of its values. The driver's stack has none of the callers.
      Error.captureStackTrace(error);
      throw Object.assign(error, { statement: statement.name });
    }
    if (executed.hasSubscribers) executed.publish({ statement, result });
    return statement.read(result);
  }

  async #sendOnFreeClient(query: Query) {
    const client = await this.pool.connect();
    let failed = true;
    try {
      const result = await this.#sendAlone(client, query);
      failed = false;
      return result;
    } finally {
      // As the driver's own `pool.query`: it does not reuse a client after an error.
      client.release(failed);
    }
  }

  /**
   * Outside a transaction. Behind a pooler, the limits need one: the three are sent at once, so that it costs no round
   * trip. PostgreSQL answers COMMIT with ROLLBACK if the statement failed.
   */
  async #sendAlone(client: pg.PoolClient, query: Query): Promise<Result> {
    if (!this.#isPooled) return client.query(...query);
    const begun = client.query(this.#begin);
    const result = client.query(...query);
    const [first, second, third] = await Promise.allSettled([begun, result, client.query('commit')]);
    for (const settled of [first, second, third]) if (settled.status === 'rejected') throw settled.reason;
    return result;
  }

  /**
   * BEGIN costs no round trip: it is sent with the first statement, which fails if BEGIN has failed. A client returns to
   * the pool only after a confirmed COMMIT or ROLLBACK; any other may still be in the transaction and is destroyed.
   */
  async #transact<T>(work: (tx: Db) => Promise<T>, how?: Parameters<Db['transaction']>[1]): Promise<T> {
    const client = await this.pool.connect();
    let reusable = false;
    try {
      const transaction: Transaction = { effects: [], last: [] };
      const begun = client.query(this.#begin);
      begun.catch(() => {});
      const result = await transactions
        .run(transaction, async () => {
          if (how) await client.query(`set transaction isolation level ${how.isolationLevel} ${how.accessMode ?? ''}`);
          return work(this.#transactionOn(client, 0));
        })
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

  #transactionOn(client: pg.PoolClient, depth: number): Db {
    return dbOf(
      (statement) => this.#run(statement, (query) => client.query(...query)),
      async (work) => {
        const savepoint = `sp${depth + 1}`;
        await client.query(`savepoint ${savepoint}`);
        try {
          const result = await work(this.#transactionOn(client, depth + 1));
          await client.query(`release savepoint ${savepoint}`);
          return result;
        } catch (error) {
          await client.query(`rollback to savepoint ${savepoint}`);
          throw error;
        }
      },
    );
  }

  /**
   * One connection for the reads of a search, from the first to the last. When the client of the request disconnects, the
   * connection is closed and PostgreSQL ends the statement (`client_connection_check_interval`). No cancel request is
   * sent: a late one could end the statement of another request.
   */
  readonly lend = async <T>(signal: AbortSignal, work: (db: Db) => Promise<T>): Promise<T> => {
    if (this.#lent === this.pool.options.max * (1 + WAITING_PER_CONNECTION)) throw searchBusy('The queue is full.');
    this.#lent += 1;
    let client: pg.PoolClient | undefined;
    // Not `end` alone: with `pipeline` it waits for the statements that were sent.
    const close = () => {
      void client?.end();
      client?.connection.stream.destroy();
    };
    try {
      const lent = await this.pool.connect();
      client = lent;
      signal.throwIfAborted();
      signal.addEventListener('abort', close);
      return await work(
        dbOf(
          (statement) => this.#run(statement, (query) => this.#sendAlone(lent, query)),
          () => Promise.reject(new Error('A lent connection runs no transactions.')),
        ),
      );
    } catch (error) {
      if (signal.aborted) throw searchBusy('The client disconnected.');
      throw isTooBusy(error) ? searchBusy(errorMessage(error)) : error;
    } finally {
      signal.removeEventListener('abort', close);
      client?.release(signal.aborted);
      this.#lent -= 1;
    }
  };
}

/** What the driver's `query` gets. */
type Query = [pg.QueryArrayConfig, unknown[]];

/** `{ statement, result }` of everything that ran: tests compare the rows with their shape. */
const executed = channel('shop.statement');

const startupOptions = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Begins a transaction with these PostgreSQL settings, which end with it. For a pooler, which refuses them as start-up
 * parameters, and would hand over what `set` leaves behind to the next client. Unlike `set_config()`, `set local` takes
 * no snapshot, so that the isolation level can still be set.
 */
const beginWith = (settings: Settings) =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ');

const preparedNames = new Map<string, string>();

/** The hash of its text, so that equal texts are prepared once. */
function preparedNameOf(text: string) {
  const name = preparedNames.get(text) ?? createHash('sha256').update(text).digest('base64url');
  preparedNames.set(text, name);
  return name;
}

/**
 * The one place where everything is sent, also by the job queue:
 *
 * - A request or a job that is traced gets a span for each statement.
 * - Statements that are sent at once leave in one system call, instead of one for each that wakes PostgreSQL every time:
 *   the driver itself corks the stream only for the messages of one statement.
 * - A client closes as soon as one of its statements times out. The statement may still be running and would block the
 *   next ones, also those of the next user of the client. A closed client rejects further statements and is dropped by
 *   its pool, also when it is released without an error, as graphile-worker does.
 */
function superviseQueries(client: pg.PoolClient) {
  const query = client.query.bind(client);
  const { stream } = client.connection;
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  const supervised = (...args: unknown[]) => {
    const span = startStatementSpan(args[0]);
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      // Runs after the promise callbacks that are due, and so after the statements that these send.
      process.nextTick(uncork);
    }
    const result: unknown = Reflect.apply(query, client, args);
    if (result instanceof Promise)
      result.then(
        () => span && endSpan(span),
        (error: Error) => {
          if (error.message === 'Query read timeout') void client.end();
          if (span) endSpan(span, error);
        },
      );
    else span?.end();
    return result;
  };
  Object.defineProperty(client, 'query', { value: supervised, configurable: true });
}

/** Of this process: also those that a retry hides. PostgreSQL itself reports them up to a minute late. */
export const deadlocks = new Counter({
  name: 'database_deadlocks_total',
  help: 'Transactions that PostgreSQL ended because of a deadlock.',
  registers: [],
});

const DEADLOCK_DETECTED = '40P01';

/** Counts the server's own messages, so that no caller can miss one: single statements, savepoints, retried jobs. */
const countDeadlocks = ({ connection }: pg.PoolClient) =>
  connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === DEADLOCK_DETECTED) deadlocks.inc();
  });

/**
 * PostgreSQL settings of connections for search: the statement of a disconnected client ends within 100 ms, no search
 * runs in parallel workers, and index lookups are expected to hit the cache, as they do in a store with traffic.
 */
export const SEARCH_SETTINGS = {
  client_connection_check_interval: 100,
  max_parallel_workers_per_gather: 0,
  random_page_cost: 1.1,
  work_mem: '16MB',
};

/** Load shedding: requests beyond this queue length per connection are rejected at once. */
const WAITING_PER_CONNECTION = 4;
const RETRY_AFTER_SECONDS = 5;

const searchBusy = (cause: string) =>
  new DomainError('unavailable', SEARCH_BUSY, problemMessages.searchBusy, {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** No connection became free in time, or a statement exceeded its timeout. */
const isTooBusy = (error: unknown) =>
  hasSqlState(error, '57014', '55P03') ||
  (error instanceof Error && error.message === 'timeout exceeded when trying to connect');
