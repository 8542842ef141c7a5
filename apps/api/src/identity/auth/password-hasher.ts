/** Entry point of the hashing threads. */
import { hashSync, verifySync } from '@node-rs/argon2';

export const hash = (password: string) => hashSync(password);
export const verify = (given: { hash: string; password: string }) => verifySync(given.hash, given.password);
