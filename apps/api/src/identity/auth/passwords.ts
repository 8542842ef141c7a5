import { availableParallelism } from 'node:os';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { Piscina } from 'piscina';
import { findPasswordHash } from '#identity/queries.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';

/** A hash occupies a core for tens of milliseconds: hence few threads, at a low scheduling priority. */
const hashers = new Piscina({
  filename: new URL('./password-hasher.ts', import.meta.url).href,
  maxThreads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  minThreads: 0,
  idleTimeout: 60_000,
  niceIncrement: 10,
});
/** About one second of queueing; further logins get 429 with `Retry-After`. */
const MAX_CONCURRENT_LOGINS = 20;
let activeLogins = 0;

/** Load shedding. In the first hook of a route, before the request is counted and its body is read. */
export function assertLoginCapacity() {
  if (activeLogins === MAX_CONCURRENT_LOGINS)
    throw new DomainError('too_many', 'busy', loginMessages.busy, { retryAfterSeconds: 1 });
}

/** Checks again, as several requests may have passed the hook meanwhile. */
export async function limitConcurrentLogins<T>(work: () => Promise<T>) {
  assertLoginCapacity();
  activeLogins++;
  try {
    return await work();
  } finally {
    activeLogins--;
  }
}

export const countWaitingHashes = () => hashers.queueSize;

/** argon2id off the event loop. */
export const passwords = {
  hash: (password: string): Promise<string> => hashers.run(password, { name: 'hash' }),
  verify: (given: { hash: string; password: string }): Promise<boolean> => hashers.run(given, { name: 'verify' }),
};
export type Passwords = typeof passwords;

/** For use inside a transaction, after the password was checked and hashed: `verify` accepts every password. */
export const alreadyVerified = (hashed = ''): Passwords => ({ hash: async () => hashed, verify: async () => true });

/** Checks the password again before irreversible actions. */
export async function checkPassword(db: Db, userId: string, password: string) {
  const storedHash = await findPasswordHash(db, userId);
  return storedHash !== undefined && passwords.verify({ hash: storedHash, password });
}
