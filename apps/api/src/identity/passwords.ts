import { availableParallelism } from 'node:os';
import { loginMessages } from '@shop/contracts/identity-texts';
import { Piscina } from 'piscina';
import type { Db } from '#db.ts';
import { DomainError } from '#platform/errors.ts';
import { findPasswordHash } from './queries.ts';

/** A hash takes a core for tens of milliseconds: few threads do it, and they give way to everything else. */
const hashers = new Piscina({
  filename: new URL('./password-hasher.ts', import.meta.url).href,
  maxThreads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  minThreads: 0,
  idleTimeout: 60_000,
  niceIncrement: 10,
});
/** About a second of waiting; whoever comes later is asked to come back. */
const MAX_CONCURRENT_LOGINS = 20;
let activeLogins = 0;

/** Asked before any other work: in a storm of logins, turning somebody away must cost next to nothing. */
export async function limitConcurrentLogins<T>(work: () => Promise<T>) {
  if (activeLogins === MAX_CONCURRENT_LOGINS)
    throw new DomainError('too_many', 'busy', loginMessages.busy, { retryAfterSeconds: 1 });
  activeLogins++;
  try {
    return await work();
  } finally {
    activeLogins--;
  }
}

/** argon2id off the event loop. */
export const passwords = {
  hash: (password: string): Promise<string> => hashers.run(password, { name: 'hash' }),
  verify: (given: { hash: string; password: string }): Promise<boolean> => hashers.run(given, { name: 'verify' }),
};
export type Passwords = typeof passwords;

/** For use inside a transaction, after the password was checked and hashed: `verify` accepts every password. */
export const alreadyVerified = (hashed = ''): Passwords => ({ hash: async () => hashed, verify: async () => true });

/** Whether this is the person's password; asked again before what cannot be taken back. */
export async function checkPassword(db: Db, userId: string, password: string) {
  const storedHash = await findPasswordHash(db, userId);
  return storedHash !== undefined && passwords.verify({ hash: storedHash, password });
}
