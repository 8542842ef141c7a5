import { createHash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { loginMessages } from '@shop/contracts/identity-texts';
import { DomainError } from '#platform/errors.ts';
import { hitCounter } from '#platform/hit-counter.ts';
import type { OptionalRedis } from '#platform/redis.ts';

const MINUTES = 60_000;

/**
 * How often something may fail. One address is stopped early. An account tried from many addresses stays open much
 * longer, so that a stranger cannot lock its owner out; a new password by e-mail opens it again.
 */
const LIMITS = {
  loginFromAddress: { times: 10, windowMs: 15 * MINUTES },
  loginToAccount: { times: 100, windowMs: 15 * MINUTES },
  registerFromAddress: { times: 5, windowMs: 60 * MINUTES },
  resetFromAddress: { times: 10, windowMs: 60 * MINUTES },
  resetToAccount: { times: 5, windowMs: 60 * MINUTES },
  passwordCheck: { times: 10, windowMs: 15 * MINUTES },
};
type Limit = keyof typeof LIMITS;
type Try = { limit: Limit; who: string };

export type Attempts = ReturnType<typeof countAttempts>;

/** Counted before the work, so that a thousand tries at once are a thousand; forgiven when one succeeds. */
export function countAttempts(redis: OptionalRedis, factor: number) {
  const { hit, forgive, forget } = hitCounter(redis);

  return {
    async count(...tries: Try[]) {
      for (const { limit, who } of tries) {
        const { times, windowMs } = LIMITS[limit];
        const { current, ttl } = await hit(`${limit}:${who}`, windowMs);
        if (current > times * factor)
          throw new DomainError('too_many', 'too_many_attempts', loginMessages.tooMany, {
            retryAfterSeconds: Math.ceil(ttl / 1_000),
          });
      }
    },
    async forgive(...tries: Try[]) {
      for (const { limit, who } of tries) await forgive(`${limit}:${who}`);
    },
    forget: ({ limit, who }: Try) => forget(`${limit}:${who}`),
  };
}

export const byPerson = (limit: Limit, userId: string): Try => ({ limit, who: userId });
export const fromAddress = (limit: Limit, ip: string): Try => ({ limit, who: normalizeIP(ip) });
/** By hash: an e-mail address has no place among counters. */
export const toAccount = (limit: Limit, email: string): Try => ({
  limit,
  who: createHash('sha256').update(email).digest('base64url'),
});
