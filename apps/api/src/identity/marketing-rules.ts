import { createHmac, timingSafeEqual } from 'node:crypto';

const signatureOf = (userId: string, secret: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${userId}`).digest('base64url');

/** Withdraws a customer's marketing consent without a login. It does not expire, and opens nothing else. */
export const marketingToken = (userId: string, secret: string) => `${userId}.${signatureOf(userId, secret)}`;

/** The user of a token that was signed with an accepted secret. */
export function userOfMarketingToken(token: string, accepted: readonly string[]) {
  const [userId = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature);
  const isSigned = accepted.some((secret) => {
    const expected = Buffer.from(signatureOf(userId, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned ? userId : undefined;
}
