import { createRegistry, createRequestHistogram, Gauge, type Registry } from '@shop/telemetry/metrics';
import { onRequestEnd } from '@shop/telemetry/request-end';
import type { FastifyInstance } from 'fastify';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import manifest from '../../package.json' with { type: 'json' };
import { registerBusinessMetrics } from './business-metrics.ts';
import { type Connection, deadlocks } from './database/connection.ts';

type Pool = Connection['pool'];

type Gauges = {
  pools: Record<string, Pool>;
  redis: OptionalRedis;
  provider: { isCircuitOpen: () => boolean };
  countStreams: () => number;
  countWaitingHashes: () => number;
};

/** Prometheus metrics of an API process; callers can register more. */
export function registerMetrics(app: FastifyInstance, commit: string, gauges: Gauges) {
  const { pools, redis, provider, countStreams, countWaitingHashes } = gauges;
  const register = createRegistry({ service: 'api', version: manifest.version, commit });
  registerBusinessMetrics(register, 'all');
  measureRequests(app, register);
  measureDatabase(register, pools);
  measureCircuit(register, provider);
  const gauge = gaugesOf(register);
  gauge('redis_up', '1 if Redis is connected, 0 if not.', () => Number(redis.usable()));
  gauge('event_streams', 'Open notification streams of this process.', countStreams);
  gauge('password_hashes_waiting', 'Passwords that wait for a hashing thread.', countWaitingHashes);

  app.get('/metrics', { config: { access: 'public', rate: false }, schema: { hide: true } }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
  return register;
}

/** Prometheus metrics of a worker process; callers can register more. */
export function createWorkerMetrics(commit: string, { pools, provider }: Pick<Gauges, 'pools' | 'provider'>) {
  const register = createRegistry({ service: 'worker', version: manifest.version, commit });
  registerBusinessMetrics(register, 'of the worker');
  measureDatabase(register, pools);
  measureCircuit(register, provider);
  return register;
}

function measureRequests(app: FastifyInstance, register: Registry) {
  const duration = createRequestHistogram(register);
  onRequestEnd(app, (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
}

function measureDatabase(register: Registry, pools: Record<string, Pool>) {
  register.registerMetric(deadlocks);
  new Gauge({
    name: 'database_pool_connections',
    help: 'Database pool connections (active, idle) and waiting requests.',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'in_use' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}

const measureCircuit = (register: Registry, { isCircuitOpen }: Gauges['provider']) =>
  gaugesOf(register)(
    'payment_provider_circuit_open',
    '1 from five failed calls of the payment provider in a row until one succeeds.',
    () => Number(isCircuitOpen()),
  );

const gaugesOf = (register: Registry) => (name: string, help: string, read: () => number) =>
  new Gauge({
    name,
    help,
    registers: [register],
    collect() {
      this.set(read());
    },
  });
