import { normalizeIP } from '@fastify/rate-limit';
import { cartMessages } from '@shop/contracts/cart/messages';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { DomainError } from '#platform/errors.ts';
import { hitCounter } from '#platform/hit-counter.ts';

const A_MINUTE = 10;
const WINDOW_MS = 60_000;

/** Counted before a code is checked, so that concurrent guesses all count; a valid code is uncounted afterwards. */
export function createDiscountCodeLimiter(redis: OptionalRedis, factor: number) {
  const { hit, forgive } = hitCounter(redis);
  const key = (ip: string) => `discount:${normalizeIP(ip)}`;

  return async <T>(ip: string, apply: () => Promise<T>) => {
    const { current, ttl } = await hit(key(ip), WINDOW_MS);
    if (current > A_MINUTE * factor)
      throw new DomainError('too_many', 'too_many_codes', cartMessages.tooManyCodes, {
        retryAfterSeconds: Math.ceil(ttl / 1_000),
      });
    const applied = await apply();
    await forgive(key(ip));
    return applied;
  };
}
