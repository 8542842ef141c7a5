import { createHmac, timingSafeEqual } from 'node:crypto';

const HALF = 16;

/**
 * For the recipient of a gift: the id of the order and 128 bits of its signature, as 43 characters. Nothing is stored. It
 * opens the page of the gift, never the order: keys of order links are signed for another purpose.
 */
export const giftToken = (orderId: string, secret: string) =>
  Buffer.concat([Buffer.from(orderId.replaceAll('-', ''), 'hex'), signatureOf(orderId, secret)]).toString('base64url');

/** The order that we signed the token for, with an accepted secret; undefined if there is none. */
export function orderOfGiftToken(token: string, accepted: readonly string[]) {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * HALF || bytes.toString('base64url') !== token) return undefined;
  const orderId = bytes
    .subarray(0, HALF)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const isSigned = accepted.some((secret) => timingSafeEqual(bytes.subarray(HALF), signatureOf(orderId, secret)));
  return isSigned ? orderId : undefined;
}

export const giftPath = (orderId: string, secret: string) => `/gift/${giftToken(orderId, secret)}`;

const signatureOf = (orderId: string, secret: string) =>
  createHmac('sha256', secret).update(`gift-link:${orderId}`).digest().subarray(0, HALF);
