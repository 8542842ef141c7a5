/** What the hashing threads do. */
import { hashSync, verifySync } from '@node-rs/argon2';

export const hash = (password: string) => hashSync(password);
export const verify = (given: { hash: string; password: string }) => verifySync(given.hash, given.password);
