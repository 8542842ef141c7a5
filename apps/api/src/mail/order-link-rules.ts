import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@shop/contracts/common/time';
import { ORDER_LINK_DAYS } from '@shop/contracts/identity/constants';

const DAY_SECONDS = DAY_MS / SECOND_MS;

/** Links of an older version are revoked. Version 0, of earlier releases too, is not part of key and signature. */
export type OrderLink = { orderId: string; version: number };

/** Opens one order until it expires: `<expiry, seconds in base 36>.<version>.<signature>`. No key is stored. */
export function orderKey(link: OrderLink, secret: string, now: Date) {
  const expiry = (Math.floor(now.getTime() / 1_000) + ORDER_LINK_DAYS * DAY_SECONDS).toString(36);
  const terms = link.version === 0 ? expiry : `${expiry}.${link.version}`;
  return `${terms}.${signatureOf(link.orderId, terms, secret)}`;
}

/**
 * What a key says that we signed for this order with an accepted secret; undefined for any other key. It opens the order
 * while it has not expired and its version is that of the order.
 */
export function readOrderKey(key: string, orderId: string, accepted: readonly string[]) {
  const [, terms, expiry = '', version = '0', signature = ''] = ORDER_KEY.exec(key) ?? [];
  if (terms === undefined) return undefined;
  const given = Buffer.from(signature);
  const isSigned = accepted.some((secret) => timingSafeEqual(given, Buffer.from(signatureOf(orderId, terms, secret))));
  return isSigned ? { version: Number(version), expiresAt: new Date(Number.parseInt(expiry, 36) * 1_000) } : undefined;
}

/** The signature has the length of every SHA-256. */
const ORDER_KEY = /^(([\da-z]{1,9})(?:\.([1-9]\d{0,9}))?)\.([\w-]{43})$/;

/** The path of an order with its key. */
export const orderLinkPath = (link: OrderLink, secret: string, now: Date) =>
  `/orders/${link.orderId}?key=${orderKey(link, secret, now)}`;

/** Another purpose than sessions, which have the same secret. */
const signatureOf = (orderId: string, terms: string, secret: string) =>
  createHmac('sha256', secret).update(`order-link:${orderId}:${terms}`).digest('base64url');
