import { HOUR_MS } from '@shop/contracts/common/time';
import { lineNetworks } from '@shop/telemetry/client-networks';
import type { FastifyRequest } from 'fastify';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { hitCounter } from '#platform/hit-counter.ts';
import { webServerTest } from '#platform/http/rate-limit.ts';

/** Queries that were not searched for before, of one client. A shopper types a few, an office some dozens. */
const NEW_QUERIES_MAX = 50;
/** Per process. More are new again when they are searched next, as after a restart. */
const KNOWN_MAX = 20_000;

export type NewQueryLimits = { redis: OptionalRedis; rateLimitFactor: number; trustedProxies: string[] };

/**
 * Whether a query counts: one client must not fill the lists with what only it searches for. The web server's own reads
 * have no client: it limits those of its pages.
 */
export function limitNewQueries(counter: string, { redis, rateLimitFactor, trustedProxies }: NewQueryLimits) {
  const { hitAll } = hitCounter(redis);
  const isWebServer = webServerTest(trustedProxies);
  const known = new Set<string>();

  return async (query: string, request: FastifyRequest) => {
    if (known.has(query)) return true;
    if (!isWebServer(request)) {
      const limits = lineNetworks(request.ip ?? '').map(({ network, factor }) => ({
        key: `${counter}:${network}`,
        max: NEW_QUERIES_MAX * factor * rateLimitFactor,
        windowMs: HOUR_MS,
      }));
      if ((await hitAll(limits)) !== undefined) return false;
    }
    known.add(query);
    if (known.size > KNOWN_MAX) known.delete(known.values().next().value ?? '');
    return true;
  };
}
