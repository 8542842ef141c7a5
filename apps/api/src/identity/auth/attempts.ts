import { createHash } from 'node:crypto';
import { MINUTE_MS } from '@shop/contracts/common/time';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { lineNetworks } from '@shop/telemetry/client-networks';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import { DomainError } from '#platform/errors.ts';
import { hitCounter } from '#platform/hit-counter.ts';

/**
 * Limits for failed attempts, unless noted otherwise. A single IP is blocked early. The limit per account is much
 * higher than that of any network, so that an attacker cannot lock out the account owner from one line. Devices that
 * have logged in to the account before count for themselves (`known-device.ts`). A password reset clears both.
 */
const LIMITS = {
  loginFromIp: { times: 10, windowMs: 15 * MINUTE_MS },
  loginToAccount: { times: 100, windowMs: 15 * MINUTE_MS },
  loginFromKnownDevice: { times: 10, windowMs: 15 * MINUTE_MS },
  loginFromKnownDevices: { times: 100, windowMs: 15 * MINUTE_MS },
  registerFromIp: { times: 5, windowMs: 60 * MINUTE_MS },
  /** Counts successful registrations: each sends an email to an address that anyone can enter. */
  accountsFromIp: { times: 10, windowMs: 60 * MINUTE_MS },
  /** Counts successful starts, as of registrations. */
  guestsFromIp: { times: 10, windowMs: 60 * MINUTE_MS },
  /** Each sends an email to an address that anyone can enter. */
  guestAccount: { times: 5, windowMs: 60 * MINUTE_MS },
  resetFromIp: { times: 10, windowMs: 60 * MINUTE_MS },
  resetToAccount: { times: 5, windowMs: 60 * MINUTE_MS },
  passwordCheck: { times: 10, windowMs: 15 * MINUTE_MS },
  codeCheck: { times: 10, windowMs: 15 * MINUTE_MS },
};
type Limit = keyof typeof LIMITS;
export type AttemptKey = { limit: Limit; subject: string; factor?: number };

export type Attempts = ReturnType<typeof countAttempts>;

/** Counts before the work, so that all concurrent attempts count; `forgive` uncounts a successful one. */
export function countAttempts(redis: OptionalRedis, factor: number) {
  const { hitAll, forgive, reset } = hitCounter(redis);

  return {
    async count(...keys: AttemptKey[]) {
      const blockedMs = await hitAll(
        keys.map((key) => {
          const { times, windowMs } = LIMITS[key.limit];
          return { key: counterOf(key), max: times * factor * (key.factor ?? 1), windowMs };
        }),
      );
      if (blockedMs !== undefined)
        throw new DomainError('too_many', 'too_many_attempts', loginMessages.tooMany, {
          retryAfterSeconds: Math.ceil(blockedMs / 1_000),
        });
    },
    forgive: (...keys: AttemptKey[]) => forgive(...keys.map(counterOf)),
    async reset(...keys: AttemptKey[]) {
      await Promise.all(keys.map((key) => reset(counterOf(key))));
    },
  };
}

const counterOf = ({ limit, subject }: AttemptKey) => `${limit}:${subject}`;

export const byUser = (limit: Limit, userId: string): AttemptKey => ({ limit, subject: userId });
export const byIp = (limit: Limit, ip: string): AttemptKey[] =>
  lineNetworks(ip).map(({ network, factor }) => ({ limit, subject: network, factor }));
export const byDevice = (limit: Limit, device: string): AttemptKey => ({ limit, subject: device });
/** Hashed, so that counter keys contain no email addresses. */
export const byEmail = (limit: Limit, email: string): AttemptKey => ({
  limit,
  subject: createHash('sha256').update(email).digest('base64url'),
});
