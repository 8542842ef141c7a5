import { createHash } from 'node:crypto';
import { inChildSpan } from '@shop/telemetry/tracing';
import type { ExtractTablesWithRelations } from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { traceStatements } from '#platform/tracing/statement-spans.ts';
import { countDeadlocks } from './deadlocks.ts';
import { beginWith, limitedClient, limitStatements, type Pooler } from './pooler.ts';
import { type Runner, runnerOn } from './run.ts';
import { closeOnTimeout, runTransaction } from './transaction.ts';
import { writeTogether } from './write-together.ts';

/** A pool, one of its connections, or an open transaction. */
export type Db = Omit<PgDatabase<NodePgQueryResultHKT>, 'transaction'> &
  Runner & { transaction: <T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig) => Promise<T> };

type Preparation = 'marked' | 'all';

export type ConnectOptions = {
  url: string;
  applicationName: string;
  max: number;
  /** 0: no limit. */
  statementTimeoutMs: number;
  /** Limit for opening a connection or waiting for a free one. */
  connectTimeoutMs?: number;
  /** `marked`: statements with `prepare`. `all`: all with parameters, for pools with few distinct ones. */
  prepare?: Preparation;
  /** Default: none. With a pooler no statement is named, as PgBouncer before 1.21 cannot keep names. */
  pooler?: Pooler;
  /** PostgreSQL settings of these connections. */
  settings?: Record<string, string | number>;
  /** Called for connection errors that no query reports. */
  onError: (error: Error) => void;
};

const LOCK_TIMEOUT_MS = 2_000;
const IDLE_IN_TRANSACTION_MS = 5_000;

/** Connects lazily, at the first query: a process can start before its database. */
export function connect(options: ConnectOptions) {
  const { url, applicationName, max, statementTimeoutMs, connectTimeoutMs = 1_000, prepare, pooler } = options;
  // All queries are short: JIT compilation costs more than it saves.
  const settings = { jit: 'off', ...options.settings };
  const limits = {
    statement_timeout: statementTimeoutMs,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  };
  const isPooled = pooler === 'transaction';
  const pool = new pg.Pool({
    connectionString: url,
    application_name: applicationName,
    max,
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    // Enforced by the client: a hanging server does not enforce `statement_timeout`.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    // Statements are sent without waiting for the results of those before them; transactions depend on it.
    pipeline: true,
    ...(!isPooled && { ...limits, options: startupOptions(settings) }),
  });
  // Without a listener a broken connection ends the process: idle ones emit on the pool, busy ones on the client.
  pool.on('error', options.onError);
  pool.on('connect', (client) => {
    client.on('error', options.onError);
    writeTogether(client);
    closeOnTimeout(client);
    if (prepare && !isPooled) prepareStatements(client, prepare);
  });

  countDeadlocks(pool);
  traceStatements(pool);
  const begin = isPooled ? beginWith({ ...limits, ...settings }) : 'begin';
  if (isPooled) limitStatements(pool, begin);
  return {
    db: createDb(pool, begin),
    pool,
    /** Single statements run by `query`; transactions run on the pool. */
    dbWith: (query: RunStatement) => createDb(pool, begin, query),
    /** For the statements of one client of the pool. */
    clientDb: (client: pg.PoolClient) => createClientDb(isPooled ? limitedClient(client, begin) : client),
    close: () => pool.end(),
  };
}

const startupOptions = (settings: Record<string, string | number>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

export type Connection = ReturnType<typeof connect>;

const CASING = 'snake_case';
type NoTables = Record<string, never>;

/** Has the arguments and the result of the driver's `query`. */
type RunStatement = (...statement: unknown[]) => Promise<unknown>;

type Session = NodePgSession<NoTables, ExtractTablesWithRelations<NoTables>>;

function createDb(pool: pg.Pool, begin: string, query?: RunStatement): Db {
  const target: pg.Pool = query ? Object.create(pool, { query: { value: query } }) : pool;
  const dialect = new PgDialect({ casing: CASING });
  return Object.assign(drizzle(target, { casing: CASING }), runnerOn(target), {
    transaction: <T>(work: (tx: Db) => Promise<T>, config?: PgTransactionConfig) =>
      inChildSpan('transaction', {}, () =>
        runTransaction(pool, begin, async (client) => {
          const session: Session = new NodePgSession(client, dialect, undefined);
          const tx = createTransaction(client, dialect, session, 0);
          if (config) await tx.setTransaction(config);
          return work(tx);
        }),
      ),
  });
}

/** A transaction within it is a savepoint, and is rolled back to it when it fails. */
function createTransaction(client: pg.PoolClient, dialect: PgDialect, session: Session, depth: number) {
  const tx = new NodePgTransaction<NoTables, ExtractTablesWithRelations<NoTables>>(dialect, session, undefined, depth);
  return Object.assign(tx, runnerOn(client), {
    transaction: async <T>(work: (nested: Db) => Promise<T>) => {
      const savepoint = `sp${depth + 1}`;
      await client.query(`savepoint ${savepoint}`);
      try {
        const result = await work(createTransaction(client, dialect, session, depth + 1));
        await client.query(`release savepoint ${savepoint}`);
        return result;
      } catch (error) {
        await client.query(`rollback to savepoint ${savepoint}`);
        throw error;
      }
    },
  });
}

/** One client, whose statements run one after the other. For reads: it has no transactions. */
function createClientDb(client: pg.PoolClient): Db {
  return Object.assign(drizzle(client, { casing: CASING }), runnerOn(client), {
    transaction: () => Promise.reject(new Error('A single client runs no transactions.')),
  });
}

/** Names statements by the hash of their text, so that equal texts are prepared once. */
function prepareStatements(client: pg.PoolClient, which: Preparation) {
  const query = client.query.bind(client);
  const prepared = (...[statement, values, ...rest]: unknown[]) => {
    const hasValues = Array.isArray(values) && values.length > 0;
    const text =
      typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
    const isPrepared = isStatementPrepared(statement) || (which === 'all' && text !== '' && hasValues);
    const named = isPrepared ? Object.assign({}, statement, { name: nameOf(text) }) : statement;
    return Reflect.apply(query, client, [named, values, ...rest]);
  };
  Object.defineProperty(client, 'query', { value: prepared });
}

const isStatementPrepared = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'isPrepared' in statement && statement.isPrepared === true;

const names = new Map<string, string>();
function nameOf(text: string) {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
