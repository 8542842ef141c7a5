import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { loginMessages } from '@shop/contracts/identity-texts';
import pLimit from 'p-limit';
import type { Db } from '#db.ts';
import { DomainError } from '#platform/errors.ts';
import { findPasswordHash } from './queries.ts';

/** A hash takes a core for tens of milliseconds: one core at least stays free for everybody else. */
const atOnce = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)));
/** About a second of waiting; whoever comes later is asked to come back. */
const WAITING = 20;

function inTurn<T>(work: () => Promise<T>) {
  if (atOnce.pendingCount >= WAITING) throw new DomainError('too_many', 'busy', loginMessages.busy);
  return atOnce(work);
}

/** argon2id off the event loop, a few at a time. */
export const passwords = {
  hash: (password: string) => inTurn(() => hash(password)),
  verify: (given: { hash: string; password: string }) => inTurn(() => verify(given.hash, given.password)),
};
export type Passwords = typeof passwords;

/** Checked and hashed before a transaction opens: nobody waits for a hash with a connection in hand. */
export const settled = (hashed = ''): Passwords => ({ hash: async () => hashed, verify: async () => true });

/** Whether this is the person's password; asked again before what cannot be taken back. */
export async function checkPassword(db: Db, userId: string, password: string) {
  const known = await findPasswordHash(db, userId);
  return known !== undefined && passwords.verify({ hash: known, password });
}
