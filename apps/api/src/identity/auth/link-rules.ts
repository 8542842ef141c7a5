import { createHash } from 'node:crypto';
import { Id } from '@shop/contracts/common/schema';

/** A secret to be sent by email, bound to a user or, for staff, to an invitation. */
export const linkFor = (userId: string, secret: string) => ({
  token: `${userId}.${secret}`,
  secretHash: hashOf(secret),
});

export function readLink(token: string) {
  const [userId = '', secret = ''] = token.split('.');
  return Id.safeParse(userId).success ? { userId, secretHash: hashOf(secret) } : undefined;
}

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Masked, but recognizable to its owner: a•••@example.com. */
export const emailHint = (email: string) => `${[...email][0]}•••${email.slice(email.lastIndexOf('@'))}`;
