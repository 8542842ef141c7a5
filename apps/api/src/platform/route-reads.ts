import { LAST_WRITE_COOKIE } from '@shop/contracts/common/constants';
import { Counter, Gauge, type Registry } from '@shop/telemetry/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Connection } from '#platform/database/connection.ts';
import type { Db } from '#platform/database/db.ts';
import { cookie } from '#platform/http/cookies.ts';
import { type ReadTarget, readFromPrimary, readFromReplica, searchPrimary, searchReplica } from './replica-reads.ts';
import { findLastPosition, type ReplicaWatch, watchReplica } from './replica-watch.ts';

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
