import rateLimit, { type FastifyRateLimitStore, normalizeIP } from '@fastify/rate-limit';
import { problemMessages } from '@shop/contracts/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './errors.ts';
import { hitCounter } from './hit-counter.ts';
import type { OptionalRedis } from './redis.ts';

/** How often one address may ask in a minute, by what the asking costs us. */
const PER_MINUTE = { picture: 6_000, browse: 1_200, search: 300, cart: 240, login: 60, write: 20, webhook: 6_000 };
type RateClass = keyof typeof PER_MINUTE;

const WINDOW_MS = 60_000;
const NO_COUNTS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** 'browse' unless the route says otherwise; false for what our own machines ask. */
    rate?: RateClass | false;
  }
}

/** Limits every route by its class; returns the limit for addresses that lead nowhere. */
export async function limitRates(app: FastifyInstance, redis: OptionalRedis, factor: number) {
  const { hit } = hitCounter(redis);

  await app.register(rateLimit, {
    global: false,
    // Public answers are kept by shared caches, so they tell nobody's own count.
    addHeaders: NO_COUNTS,
    addHeadersOnExceeding: NO_COUNTS,
    errorResponseBuilder: () => new DomainError('too_many', 'too_many_requests', problemMessages.tooManyRequests),
    store: class implements FastifyRateLimitStore {
      incr: FastifyRateLimitStore['incr'] = (key, done, windowMs) => {
        hit(key, windowMs).then((count) => done(null, count), done);
      };
      child = () => this;
    },
  });

  const limit = (rate: RateClass) =>
    app.rateLimit({
      max: PER_MINUTE[rate] * factor,
      timeWindow: WINDOW_MS,
      keyGenerator: (request: FastifyRequest) => `${rate}:${normalizeIP(request.ip)}`,
    });
  app.addHook('onRoute', (route) => {
    const rate = route.config?.rate ?? 'browse';
    if (rate) route.onRequest = [route.onRequest ?? [], limit(rate)].flat();
  });
  return limit('browse');
}
