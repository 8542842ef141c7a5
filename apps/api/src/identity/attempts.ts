import { createHash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import { loginMessages } from '@shop/contracts/identity-texts';
import { DomainError } from '#platform/errors.ts';
import { hitCounter } from '#platform/hit-counter.ts';
import type { OptionalRedis } from '#platform/redis.ts';

const MINUTES = 60_000;

/**
 * How often something may fail, where it does not say otherwise. One address is stopped early. An account tried from many
 * addresses stays open much longer, so that a stranger cannot lock its owner out; a new password by e-mail opens it again.
 */
const LIMITS = {
  loginFromIp: { times: 10, windowMs: 15 * MINUTES },
  loginToAccount: { times: 100, windowMs: 15 * MINUTES },
  registerFromIp: { times: 5, windowMs: 60 * MINUTES },
  /** Counts those that succeed: an account is a mail to an address that anyone can name. */
  accountsFromIp: { times: 10, windowMs: 60 * MINUTES },
  resetFromIp: { times: 10, windowMs: 60 * MINUTES },
  resetToAccount: { times: 5, windowMs: 60 * MINUTES },
  passwordCheck: { times: 10, windowMs: 15 * MINUTES },
  codeCheck: { times: 10, windowMs: 15 * MINUTES },
};
type Limit = keyof typeof LIMITS;
type AttemptKey = { limit: Limit; subject: string };

export type Attempts = ReturnType<typeof countAttempts>;

/** Counted before the work, so that a thousand tries at once are a thousand; forgiven when one succeeds. */
export function countAttempts(redis: OptionalRedis, factor: number) {
  const { hit, forgive, reset } = hitCounter(redis);

  return {
    async count(...keys: AttemptKey[]) {
      for (const { limit, subject: who } of keys) {
        const { times, windowMs } = LIMITS[limit];
        const { current, ttl } = await hit(`${limit}:${who}`, windowMs);
        if (current > times * factor)
          throw new DomainError('too_many', 'too_many_attempts', loginMessages.tooMany, {
            retryAfterSeconds: Math.ceil(ttl / 1_000),
          });
      }
    },
    async forgive(...keys: AttemptKey[]) {
      for (const { limit, subject: who } of keys) await forgive(`${limit}:${who}`);
    },
    reset: ({ limit, subject: who }: AttemptKey) => reset(`${limit}:${who}`),
  };
}

export const byUser = (limit: Limit, userId: string): AttemptKey => ({ limit, subject: userId });
export const byIp = (limit: Limit, ip: string): AttemptKey => ({ limit, subject: normalizeIP(ip) });
/** By hash: an e-mail address has no place among counters. */
export const byEmail = (limit: Limit, email: string): AttemptKey => ({
  limit,
  subject: createHash('sha256').update(email).digest('base64url'),
});
