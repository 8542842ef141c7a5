import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { giftToken, readGiftToken } from './gift-link-rules.ts';
import { orderKey, readOrderKey } from './order-link-rules.ts';

const secret = 'a secret';

test('a gift token of an earlier release is one of version 0', () => {
  const link = { orderId: '0198a1b2-0000-7000-8000-000000000001', version: 0 };
  const printed = 'AZihsgAAcACAAAAAAAAAAZdEj1HpDxstYyDNOfrmPUk';

  expect(readGiftToken(printed, [secret])).toEqual(link);
  expect(giftToken(link, secret)).toBe(printed);
});

describe.each([0, 1, 70_000])('a gift token of version %d', (version) => {
  const link = { orderId: randomUUID(), version };
  const token = giftToken(link, secret);

  test('says order and version, and is at most 48 characters of a URL', () => {
    expect(token).toMatch(/^[\w-]{43,48}$/);
    expect(readGiftToken(token, [secret])).toEqual(link);
  });

  test('signed with the previous secret is accepted while that is, and no longer', () => {
    expect(readGiftToken(token, ['a new secret', secret])).toEqual(link);
    expect(readGiftToken(token, ['a new secret'])).toBeUndefined();
  });

  test('with one bit changed, cut, longer, padded or empty is rejected', () => {
    const bytes = Buffer.from(token, 'base64url');
    const flipped = [...bytes.keys()].map((place) => {
      const copy = Buffer.from(bytes);
      copy[place] = (copy[place] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    // The version left out, or put in.
    const [id, signature] = [bytes.subarray(0, 16), bytes.subarray(-16)];
    const versions = [[], [0, 0, 0, 0], [0, 0, 0, 2]]
      .map((bytesOfVersion) => Buffer.concat([id, Buffer.from(bytesOfVersion), signature]).toString('base64url'))
      .filter((other) => other !== token);
    // The last character of 43 has two unused bits: only one spelling is accepted.
    const respelled = token.slice(0, -1) + String.fromCharCode((token.at(-1)?.charCodeAt(0) ?? 0) + 1);
    const changed = [respelled, token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, ''];
    for (const forged of [...flipped, ...versions, ...changed])
      expect(readGiftToken(forged, [secret]), forged).toBeUndefined();
  });

  test('is no key of the order, and the key of an order no gift token', () => {
    const key = orderKey(link, secret, new Date());
    const parts = key.split('.');

    for (const tried of [token, [...parts.slice(0, -1), token].join('.')])
      expect(readOrderKey(tried, link.orderId, [secret])).toBeUndefined();
    for (const tried of [key, parts.at(-1) ?? '']) expect(readGiftToken(tried, [secret])).toBeUndefined();
  });
});
