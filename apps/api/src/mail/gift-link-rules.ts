import { createHmac, timingSafeEqual } from 'node:crypto';

const HALF = 16;
const VERSION_BYTES = 4;

/** Links of an older version are revoked. Version 0, of earlier releases too, is not part of token and signature. */
export type GiftLink = { orderId: string; version: number };

/**
 * For the recipient of a gift: the id of the order, the version, and 128 bits of their signature, as 43 or 48 characters. No
 * token is stored. It opens the page of the gift, never the order: keys of order links are signed for another purpose.
 */
export const giftToken = (link: GiftLink, secret: string) => encode(link, signatureOf(link, secret));

function encode({ orderId, version }: GiftLink, signature: Buffer) {
  const bytesOfVersion = Buffer.alloc(version === 0 ? 0 : VERSION_BYTES);
  if (version > 0) bytesOfVersion.writeUInt32BE(version);
  const id = Buffer.from(orderId.replaceAll('-', ''), 'hex');
  return Buffer.concat([id, bytesOfVersion, signature]).toString('base64url');
}

/** What a token says that we signed with an accepted secret; undefined for any other token. */
export function readGiftToken(token: string, accepted: readonly string[]): GiftLink | undefined {
  const bytes = Buffer.from(token, 'base64url');
  const isVersioned = bytes.length === 2 * HALF + VERSION_BYTES;
  if (!isVersioned && bytes.length !== 2 * HALF) return undefined;
  const orderId = bytes
    .subarray(0, HALF)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const link = { orderId, version: isVersioned ? bytes.readUInt32BE(HALF) : 0 };
  const signature = bytes.subarray(-HALF);
  // Only the one spelling that is sent: base64url ignores some characters and bits, and version 0 is left out.
  if (encode(link, signature) !== token) return undefined;
  return accepted.some((secret) => timingSafeEqual(signature, signatureOf(link, secret))) ? link : undefined;
}

export const giftPath = (link: GiftLink, secret: string) => `/gift/${giftToken(link, secret)}`;

function signatureOf({ orderId, version }: GiftLink, secret: string) {
  const terms = version === 0 ? orderId : `${orderId}:${version}`;
  return createHmac('sha256', secret).update(`gift-link:${terms}`).digest().subarray(0, HALF);
}
