import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@shop/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { OptionalRedis } from '#platform/clients/redis.ts';

/** Prometheus metrics of this process; callers can register more. The default metrics include the event loop lag. */
export function registerMetrics(
  app: FastifyInstance,
  pools: Record<string, Pool>,
  redis: OptionalRedis,
  streams: { count: () => number },
) {
  const register = new Registry();
  collectDefaultMetrics({ register });

  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'HTTP request duration by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    // Unknown URLs share one label, or a scanner could exhaust the memory with new label values.
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ route, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });

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
  new Gauge({
    name: 'redis_up',
    help: '1 if Redis is connected, 0 if not.',
    registers: [register],
    collect() {
      this.set(redis.usable() ? 1 : 0);
    },
  });

  new Gauge({
    name: 'event_streams',
    help: 'Open notification streams of this process.',
    registers: [register],
    collect() {
      this.set(streams.count());
    },
  });

  app.get('/metrics', { config: { access: 'public', rate: false }, schema: { hide: true } }, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
  return register;
}
