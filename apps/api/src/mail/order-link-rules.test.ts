import { randomUUID } from 'node:crypto';
import { ORDER_LINK_DAYS } from '@shop/contracts/identity/constants';
import { expect, test } from 'vitest';
import { isOrderKey, orderKey } from './order-link-rules.ts';

const [order, secret] = [randomUUID(), 'a secret'];
const placed = new Date('2026-11-17T12:00:00Z');
const daysLater = (days: number, seconds = 0) => new Date(placed.getTime() + (days * 86_400 + seconds) * 1_000);
const key = orderKey(order, secret, placed);

test('the key of an order opens it until it expires', () => {
  expect(isOrderKey(key, order, [secret], placed)).toBe(true);
  expect(isOrderKey(key, order, [secret], daysLater(ORDER_LINK_DAYS, -1))).toBe(true);
  expect(isOrderKey(key, order, [secret], daysLater(ORDER_LINK_DAYS))).toBe(false);
});

test('a key opens no other order', () => {
  expect(isOrderKey(key, randomUUID(), [secret], placed)).toBe(false);
});

test('a key signed with the previous secret is accepted while that is, and no longer', () => {
  expect(isOrderKey(key, order, ['a new secret', secret], placed)).toBe(true);
  expect(isOrderKey(key, order, ['a new secret'], placed)).toBe(false);
});

test('a key with a later expiry, a cut one and an empty one are rejected', () => {
  const [expiry = '', signature = ''] = key.split('.');
  const later = (Number.parseInt(expiry, 36) + 1).toString(36);

  for (const forged of [`${later}.${signature}`, key.slice(0, -1), `${expiry}.`, signature, '', '.', `${key}.x`])
    expect(isOrderKey(forged, order, [secret], placed), forged).toBe(false);
});
