import { createHash } from 'node:crypto';
import { Id } from '@shop/contracts/common';

/** A secret for the eyes of one mailbox, tied to the person it is for. */
export const linkFor = (userId: string, secret: string) => ({
  token: `${userId}.${secret}`,
  secretHash: hashOf(secret),
});

export function readLink(token: string) {
  const [userId = '', secret = ''] = token.split('.');
  return Id.safeParse(userId).success ? { userId, secretHash: hashOf(secret) } : undefined;
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Enough to know one's own address by: a•••@example.com. */
export const emailHint = (email: string) => `${[...email][0]}•••${email.slice(email.lastIndexOf('@'))}`;
