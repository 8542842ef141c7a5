import { randomUUID } from 'node:crypto';
import { ORDER_LINK_DAYS } from '@shop/contracts/identity/constants';
import { expect, test } from 'vitest';
import { orderKey, readOrderKey } from './order-link-rules.ts';

const [orderId, secret] = [randomUUID(), 'a secret'];
const placed = new Date('2026-11-17T12:00:00Z');
const expiresAt = new Date(placed.getTime() + ORDER_LINK_DAYS * 86_400_000);
const keys = [0, 1, 12].map((version) => ({ version, key: orderKey({ orderId, version }, secret, placed) }));

test.each(keys)('the key of an order says its version ($version) and expiry', ({ key, version }) => {
  expect(readOrderKey(key, orderId, [secret])).toEqual({ version, expiresAt });
});

test('a key of an earlier release is one of version 0', () => {
  const sent = 'txwmo0.eSvMTqrDHNQdEUmc8wjAuCVFhSlCtCvbnVFI6Nkc4Cc';

  const link = readOrderKey(sent, '0198a1b2-0000-7000-8000-000000000001', [secret]);

  expect(link).toEqual({ version: 0, expiresAt: new Date('2027-05-16T12:00:00Z') });
});

test('a key opens no other order', () => {
  for (const { key } of keys) expect(readOrderKey(key, randomUUID(), [secret])).toBeUndefined();
});

test('a key signed with the previous secret is accepted while that is, and no longer', () => {
  for (const { key, version } of keys) {
    expect(readOrderKey(key, orderId, ['a new secret', secret])).toMatchObject({ version });
    expect(readOrderKey(key, orderId, ['a new secret'])).toBeUndefined();
  }
});

test('a key with another expiry or version, a cut one and an empty one are rejected', () => {
  for (const { key } of keys) {
    const [expiry = '', ...rest] = key.split('.');
    const signature = rest.at(-1) ?? '';
    const later = (Number.parseInt(expiry, 36) + 1).toString(36);
    const versions = ['0', '00', '01', '2', '-1', '1e0'].map((version) => `${expiry}.${version}.${signature}`);
    const changed = [[later, ...rest].join('.'), `${expiry}.13.${signature}`, ...versions];
    for (const forged of [...changed, key.slice(0, -1), `${expiry}.`, signature, '', '.', `${key}.x`, `${key}\n`])
      expect(readOrderKey(forged, orderId, [secret]), forged).toBeUndefined();
  }
});
