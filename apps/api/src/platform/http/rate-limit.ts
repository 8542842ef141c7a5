import { BlockList, isIPv6 } from 'node:net';
import { problemMessages } from '@shop/contracts/common/messages';
import { clientNetworks } from '@shop/telemetry/client-networks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { DomainError } from '#platform/errors.ts';
import { hitCounter } from '#platform/hit-counter.ts';

/** Requests per minute and IP, by class of cost. */
export const PER_MINUTE = {
  image: 6_000,
  browse: 1_200,
  search: 300,
  cart: 240,
  login: 60,
  write: 20,
  webhook: 6_000,
  reference: 30,
};
type RateClass = keyof typeof PER_MINUTE;
const DEFAULT_CLASS = 'browse';

/** `false`: no limit, for health checks and metrics. A route whose requests differ in cost names all its classes. */
type Rate = RateClass | false | { classes: readonly RateClass[]; classOf: (request: FastifyRequest) => RateClass };

/** The classes that requests of a route can have. */
export function rateClassesOf(rate: Rate = DEFAULT_CLASS): readonly RateClass[] {
  if (rate === false) return [];
  return typeof rate === 'string' ? [rate] : rate.classes;
}

/**
 * The web server sends its own IP for reads that are the same for every shopper: counted separately, with a higher
 * limit. All its other requests carry the IP of the shopper.
 */
const WEB_SERVER_FACTOR = 50;
const WEB_SERVER_CLASSES: RateClass[] = ['browse', 'search'];

const WINDOW_MS = 60_000;

/** One percent of a limit is counted at once, so that browsing does not wait for Redis at every request. */
const BATCH_SHARE = 0.01;
const BATCH_MAX = PER_MINUTE.browse * BATCH_SHARE;
const batchSizeOf = (max: number) => Math.max(1, Math.min(BATCH_MAX, Math.floor(max * BATCH_SHARE)));

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: 'browse'. */
    rate?: Rate;
  }
}

type Limits = { rateLimitFactor: number; trustedProxies: string[] };

/**
 * Limits every route by its class; returns the limit for unknown URLs. Responses contain no counts of a client, because
 * shared caches store public ones.
 */
export function limitRates(app: FastifyInstance, redis: OptionalRedis, { rateLimitFactor, trustedProxies }: Limits) {
  const isWebServer = webServerTest(trustedProxies);
  const { hit } = hitCounter(redis);

  const limit = (classOf: (request: FastifyRequest) => RateClass) => async (request: FastifyRequest) => {
    const rateClass = classOf(request);
    const isWebServerRead = WEB_SERVER_CLASSES.includes(rateClass) && isWebServer(request);
    const perNetwork = PER_MINUTE[rateClass] * rateLimitFactor * (isWebServerRead ? WEB_SERVER_FACTOR : 1);
    // What a network has too many of does not count for the larger one: it would block its other clients.
    for (const { network, factor } of clientNetworks(request.ip ?? '')) {
      const max = perNetwork * factor;
      const key = `${rateClass}:${isWebServerRead ? 'web:' : ''}${network}`;
      const { current, ttl } = await hit(key, WINDOW_MS, batchSizeOf(max));
      if (current > max)
        throw new DomainError('too_many', 'too_many_requests', problemMessages.tooManyRequests, {
          retryAfterSeconds: Math.ceil(ttl / 1_000),
        });
    }
  };
  app.addHook('onRoute', (route) => {
    const rate = route.config?.rate ?? DEFAULT_CLASS;
    if (rate === false) return;
    const classOf = typeof rate === 'string' ? () => rate : rate.classOf;
    route.onRequest = [route.onRequest ?? [], limit(classOf)].flat();
  });
  return limit(() => DEFAULT_CLASS);
}

/** A trusted proxy without `X-Forwarded-For`. Not spoofable: a proxy that forwards a request adds the header. */
export function webServerTest(trustedProxies: string[]) {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    trusted.addSubnet(address, bits ? Number(bits) : family === 'ipv6' ? 128 : 32, family);
  }
  return ({ method, headers, socket: { remoteAddress = '' } }: FastifyRequest) =>
    method === 'GET' &&
    headers['x-forwarded-for'] === undefined &&
    trusted.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}
