import { cartMessages } from '@shop/contracts/cart/messages';
import { clientNetworks } from '@shop/telemetry/client-networks';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { DomainError } from '#platform/errors.ts';
import { hitCounter } from '#platform/hit-counter.ts';

const A_MINUTE = 10;
const WINDOW_MS = 60_000;

/** Counted before a code is checked, so that concurrent guesses all count; a valid code is uncounted afterwards. */
export function createDiscountCodeLimiter(redis: OptionalRedis, factor: number) {
  const { hitAll, forgive } = hitCounter(redis);

  return async <T>(ip: string, apply: () => Promise<T>) => {
    const limits = clientNetworks(ip).map(({ network, factor: more }) => ({
      key: `discount:${network}`,
      max: A_MINUTE * factor * more,
      windowMs: WINDOW_MS,
    }));
    const blockedMs = await hitAll(limits);
    if (blockedMs !== undefined)
      throw new DomainError('too_many', 'too_many_codes', cartMessages.tooManyCodes, {
        retryAfterSeconds: Math.ceil(blockedMs / 1_000),
      });
    const applied = await apply();
    await forgive(...limits.map(({ key }) => key));
    return applied;
  };
}
