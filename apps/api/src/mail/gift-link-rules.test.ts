import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { giftToken, orderOfGiftToken } from './gift-link-rules.ts';
import { isOrderKey, orderKey } from './order-link-rules.ts';

const [order, secret] = [randomUUID(), 'a secret'];
const token = giftToken(order, secret);

test('a gift token names its order, and is 43 characters of a URL', () => {
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(orderOfGiftToken(token, [secret])).toBe(order);
});

test('a token signed with the previous secret is accepted while that is, and no longer', () => {
  expect(orderOfGiftToken(token, ['a new secret', secret])).toBe(order);
  expect(orderOfGiftToken(token, ['a new secret'])).toBeUndefined();
});

test('a token with one bit changed, cut, longer, padded or empty is rejected', () => {
  const bytes = Buffer.from(token, 'base64url');
  const flipped = [...bytes.keys()].map((place) => {
    const copy = Buffer.from(bytes);
    copy[place] = (copy[place] ?? 0) ^ 1;
    return copy.toString('base64url');
  });
  // The last character has two unused bits: only one spelling is accepted.
  const respelled = token.slice(0, -1) + String.fromCharCode((token.at(-1)?.charCodeAt(0) ?? 0) + 1);
  for (const forged of [...flipped, respelled, token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, ''])
    expect(orderOfGiftToken(forged, [secret]), forged).toBeUndefined();
});

test('a gift token is no key of the order, and the key of an order no gift token', () => {
  const now = new Date();
  const [, signature = ''] = orderKey(order, secret, now).split('.');
  const [expiry] = orderKey(order, secret, now).split('.');

  expect(isOrderKey(token, order, [secret], now)).toBe(false);
  expect(isOrderKey(`${expiry}.${token}`, order, [secret], now)).toBe(false);
  expect(orderOfGiftToken(signature, [secret])).toBeUndefined();
  expect(orderOfGiftToken(orderKey(order, secret, now), [secret])).toBeUndefined();
});
