import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import { Counter, Gauge, type Registry } from '@shop/telemetry/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Connection } from '#platform/database/connection.ts';
import { type Db, dbOf } from '#platform/database/db.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { orNull, text } from '#platform/database/row.ts';
import { one } from '#platform/database/sql.ts';
import { cookie } from '#platform/http/cookies.ts';
import { DomainError } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For reads that may be a few seconds old: from the replica, if there is one. */
    sharedReadDb: Db;
  }
  interface FastifyRequest {
    /** For reads that may be a few seconds old, but not older than the last write of this client. */
    readDb: Db;
    /** The same for text search and facets. */
    lendSearchConnection: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  }
  interface FastifyContextConfig {
    /** False for a POST that changes nothing a client reads. */
    writes?: false;
  }
}

/** Connections to the replica of DATABASE_REPLICA_URL. */
export type ReplicaConnections = { browse: Connection; search: Connection; probe: Connection; maxLagSeconds: number };

type Reads = { db: Db; lendSearchConnection: Connection['lend'] };
type Primary = Record<'browse' | 'checkout' | 'search' | 'probe', Connection>;

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Without a replica every read goes to the primary. */
export async function routeReads(
  app: FastifyInstance,
  primary: Primary,
  replica: ReplicaConnections | undefined,
  register: Registry,
) {
  const onPrimary: Reads = { db: app.db, lendSearchConnection: app.lendSearchConnection };
  const reads = replica
    ? await openReads(app, primary, replica, register)
    : { shared: onPrimary, for: () => onPrimary };
  app.decorate('sharedReadDb', reads.shared.db);
  app.decorateRequest('readDb', {
    getter(this: FastifyRequest) {
      return reads.for(this).db;
    },
  });
  app.decorateRequest('lendSearchConnection', function <T>(this: FastifyRequest, work: (db: Db) => Promise<T>) {
    return reads.for(this).lendSearchConnection(this.signal, work);
  });
}

async function openReads(app: FastifyInstance, primary: Primary, replica: ReplicaConnections, register: Registry) {
  const watch = watchReplica(primary.probe.db, replica.probe.db, replica.maxLagSeconds * 1_000);
  app.addHook('onClose', async () => watch.stop());
  await watch.poll();
  const count = measureReads(register, watch.lagMs);
  const lendPrimary = app.lendSearchConnection;
  sendLastPosition(app, primary, replica.maxLagSeconds);
  const onPrimary: Reads = {
    db: readFromPrimary(primary.browse, count),
    lendSearchConnection: searchPrimary(lendPrimary, count),
  };
  const shared: Reads = {
    db: readFromReplica(primary.browse, replica.browse, watch, count),
    lendSearchConnection: searchReplica(lendPrimary, replica.search.lend, watch, count),
  };
  return { shared, for: ({ headers }: FastifyRequest) => (isFreshFor(headers, watch) ? shared : onPrimary) };
}

/** Whether the replica has the client's last write. With a bearer token there is no cookie: always the primary. */
function isFreshFor({ authorization, ...headers }: FastifyRequest['headers'], watch: ReplicaWatch) {
  const position = cookie(headers.cookie, LAST_WRITE_COOKIE);
  if (position === undefined) return authorization === undefined;
  return /^\d{1,20}$/.test(position) && watch.hasReplayed(BigInt(position));
}

function measureReads(register: Registry, lagMs: () => number) {
  const reads = new Counter({
    name: 'database_reads_total',
    help: 'Reads that a replica may answer, by the server that answered.',
    labelNames: ['target'],
    registers: [register],
  });
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How old the state of the replica is.',
    registers: [register],
    collect() {
      this.set(lagMs() / 1_000);
    },
  });
  return (target: ReadTarget) => reads.inc({ target });
}

/**
 * After each write, the client gets the position of the primary as a cookie. It may expire after the maximum lag: a
 * replica that is further behind is not read. Without a position, the client reads from the primary for as long.
 */
function sendLastPosition(app: FastifyInstance, primary: Primary, maxLagSeconds: number) {
  const attributes = `Max-Age=${maxLagSeconds + 10}; Path=/; Secure; HttpOnly; SameSite=Lax`;
  app.addHook('onSend', async ({ method, headers, routeOptions }, reply) => {
    const { sessionPool = 'browse', writes = true } = routeOptions.config;
    const changesNothing = SAFE_METHODS.includes(method) || !writes || reply.statusCode === 429;
    if (changesNothing || headers.authorization !== undefined) return;
    const position = await findLastPosition(primary[sessionPool].db).catch(() => undefined);
    reply.header('set-cookie', `${LAST_WRITE_COOKIE}=${position ?? 'unknown'}; ${attributes}`);
  });
}

type ReadTarget = 'primary' | 'replica';
type CountRead = (target: ReadTarget) => void;
type Lend = Connection['lend'];

const runOn =
  ({ db }: Connection, target: ReadTarget, count: CountRead): Db['run'] =>
  async (statement) => {
    const result = await db.run(statement);
    count(target);
    return result;
  };

const readFromPrimary = (primary: Connection, count: CountRead) =>
  dbOf(runOn(primary, 'primary', count), primary.db.transaction);

/**
 * Reads from the replica while that is usable; a statement that it fails to answer runs on the primary, as do
 * transactions.
 */
function readFromReplica(
  primary: Connection,
  replica: Connection,
  watch: ReplicaWatch,
  count: CountRead = () => {},
): Db {
  const [onPrimary, onReplica] = [runOn(primary, 'primary', count), runOn(replica, 'replica', count)];
  return dbOf(async (statement) => {
    if (!watch.isUsable()) return onPrimary(statement);
    try {
      return await onReplica(statement);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      watch.markUnusable();
      return onPrimary(statement);
    }
  }, primary.db.transaction);
}

/** Counts as one read. */
const searchOn =
  (lend: Lend, target: ReadTarget, count: CountRead): Lend =>
  async (signal, work) => {
    const result = await lend(signal, work);
    count(target);
    return result;
  };

const searchPrimary = (primary: Lend, count: CountRead) => searchOn(primary, 'primary', count);

/** Like `readFromReplica`: a search that fails on the replica starts again on the primary. */
function searchReplica(primary: Lend, replica: Lend, watch: ReplicaWatch, count: CountRead): Lend {
  const [onPrimary, onReplica] = [searchOn(primary, 'primary', count), searchOn(replica, 'replica', count)];
  return async (signal, work) => {
    if (!watch.isUsable()) return onPrimary(signal, work);
    try {
      return await onReplica(signal, work);
    } catch (error) {
      const isBusy = error instanceof DomainError && error.kind === 'unavailable';
      if (signal.aborted || !(isBusy || isDatabaseUnavailable(error))) throw error;
      // Busy is not away: only this search moves.
      if (!isBusy) watch.markUnusable();
      return onPrimary(signal, work);
    }
  };
}

const POLL_MS = 1_000;

const position = { position: orNull(text) };

/** Positions in the write-ahead log are compared as their number of bytes. */
const WRITTEN = one('replica.written', position)`select (pg_current_wal_lsn() - '0/0')::text as position`;
/** Null once the replica was promoted: from then on, it is another database. */
const REPLAYED = one(
  'replica.replayed',
  position,
)`select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as position`;
/** Also behind commits that were not flushed yet (`synchronous_commit = off`). */
const INSERTED = one('replica.inserted', position)`select (pg_current_wal_insert_lsn() - '0/0')::text as position`;

async function findPosition(db: Db, statement: typeof WRITTEN) {
  const { position } = await db.run(statement);
  return position === null ? undefined : BigInt(position);
}

/** The position after everything that was committed until now. */
const findLastPosition = (primary: Db) => findPosition(primary, INSERTED);

type ReplicaWatch = ReturnType<typeof watchReplica>;

/**
 * Polls the positions of primary and replica. The lag is the age of the oldest poll of the primary whose position is not
 * replayed: no clocks are compared, and an idle primary has no lag. Without an answer of the primary it is unknown, and
 * reads stay possible. One replica only: behind a URL with several, a poll would say nothing about the others.
 */
function watchReplica(primary: Db, replica: Db, maxLagMs: number) {
  /** Undefined: not usable. */
  let replayed: bigint | undefined;
  let ahead: { position: bigint; at: number }[] = [];

  async function poll() {
    const at = performance.now();
    const [written, found] = await Promise.all([
      findPosition(primary, WRITTEN).catch(() => undefined),
      findPosition(replica, REPLAYED).catch(() => undefined),
    ]);
    replayed = found;
    if (written !== undefined) ahead.push({ position: written, at });
    ahead = ahead.filter(({ position }) => found === undefined || position > found);
    // What is dropped here is older than the maximum lag, and so is the next.
    ahead = ahead.slice(-Math.ceil(maxLagMs / POLL_MS) - 2);
  }

  let polling = false;
  const timer = setInterval(async () => {
    if (polling) return;
    polling = true;
    await poll();
    polling = false;
  }, POLL_MS).unref();

  const lagMs = () => (ahead[0] ? performance.now() - ahead[0].at : 0);
  return {
    poll,
    stop: () => clearInterval(timer),
    lagMs,
    isUsable: () => replayed !== undefined && lagMs() <= maxLagMs,
    hasReplayed: (position: bigint) => replayed !== undefined && replayed >= position,
    /** Until the next poll. */
    markUnusable: () => {
      replayed = undefined;
    },
  };
}
