import { randomUUID } from 'node:crypto';
import { UnsubscribeLink } from '@shop/contracts/newsletter/schema';
import { expect, test } from 'vitest';
import { marketingToken, userOfMarketingToken } from './marketing-rules.ts';

const SECRET = 'x'.repeat(32);

test('a marketing token names its user and matches the contract', () => {
  const userId = randomUUID();
  const token = marketingToken(userId, SECRET);

  expect(userOfMarketingToken(token, [SECRET])).toBe(userId);
  expect(UnsubscribeLink.safeParse({ token }).success).toBe(true);
});

test('a marketing token with another user, signature or secret names no user', () => {
  const token = marketingToken(randomUUID(), SECRET);
  const [userId, signature] = token.split('.');

  expect(userOfMarketingToken(`${randomUUID()}.${signature}`, [SECRET])).toBeUndefined();
  expect(userOfMarketingToken(`${userId}.${'a'.repeat(43)}`, [SECRET])).toBeUndefined();
  expect(userOfMarketingToken(`${userId}`, [SECRET])).toBeUndefined();
  expect(userOfMarketingToken(token, ['y'.repeat(32)])).toBeUndefined();
});

test('a marketing token signed with the previous secret names its user while that is accepted', () => {
  const userId = randomUUID();
  const token = marketingToken(userId, SECRET);

  expect(userOfMarketingToken(token, ['y'.repeat(32), SECRET])).toBe(userId);
  expect(userOfMarketingToken(token, ['y'.repeat(32)])).toBeUndefined();
});
