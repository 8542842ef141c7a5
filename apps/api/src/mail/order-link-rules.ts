import { createHmac, timingSafeEqual } from 'node:crypto';
import { ORDER_LINK_DAYS } from '@shop/contracts/identity/constants';

const DAY_SECONDS = 24 * 60 * 60;

/** Opens one order until it expires: `<expiry, seconds in base 36>.<signature>`. Nothing is stored. */
export function orderKey(orderId: string, secret: string, now: Date) {
  const expiry = (Math.floor(now.getTime() / 1_000) + ORDER_LINK_DAYS * DAY_SECONDS).toString(36);
  return `${expiry}.${signatureOf(orderId, expiry, secret)}`;
}

/** Whether we signed the key for this order, with an accepted secret, and it has not expired. */
export function isOrderKey(key: string, orderId: string, accepted: readonly string[], now: Date) {
  const [, expiry = '', signature = ''] = /^([\da-z]{1,9})\.([\w-]{43})$/.exec(key) ?? [];
  if (Number.parseInt(expiry, 36) * 1_000 <= now.getTime()) return false;
  const given = Buffer.from(signature);
  return accepted.some((secret) => {
    const expected = Buffer.from(signatureOf(orderId, expiry, secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The path of an order with its key. */
export const orderLinkPath = (orderId: string, secret: string, now: Date) =>
  `/orders/${orderId}?key=${orderKey(orderId, secret, now)}`;

/** Another purpose than sessions, which have the same secret. */
const signatureOf = (orderId: string, expiry: string, secret: string) =>
  createHmac('sha256', secret).update(`order-link:${orderId}:${expiry}`).digest('base64url');
