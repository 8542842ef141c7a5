import { describe, expect, test } from 'vitest';
import { canBeSentAgain, isExpired, isLastAttempt, reasonOf } from './rules.ts';

const resetUntil = (expiresAt: string) =>
  ({ kind: 'reset_password', data: { name: 'Ada', token: 'open+sesame', expiresAt: new Date(expiresAt) } }) as const;

describe('a link that opens an account', () => {
  test('is not sent any more from the moment it has expired', () => {
    const mail = resetUntil('2026-01-01T12:30:00Z');

    expect(isExpired(mail, new Date('2026-01-01T12:29:59Z'))).toBe(false);
    expect(isExpired(mail, new Date('2026-01-01T12:30:00Z'))).toBe(true);
  });

  test('is not told by what went wrong, nor is a novel', () => {
    const refusal = new Error(
      `554 We do not like https://shop.example.com/?token=open%2Bsesame or open+sesame ${'x'.repeat(1_000)}`,
    );

    const reason = reasonOf(refusal, resetUntil('2026-01-01T12:30:00Z'));

    expect(reason).toMatch(/^554 We do not like https:\/\/shop.example.com\/\?token=… or … x+$/);
    expect(reason).toHaveLength(500);
  });
});

test('a mail without such a link never expires', () => {
  expect(isExpired({ kind: 'password_changed', data: { name: 'Ada' } }, new Date())).toBe(false);
});

test('a mail is tried 24 times', () => {
  expect([23, 24].map(isLastAttempt)).toEqual([false, true]);
});

test.each([
  ['a mail that was sent', 'sent', 'password_changed', { name: 'Ada' }, true],
  ['a mail that failed', 'failed', 'password_changed', { name: 'Ada' }, true],
  ['a mail that still waits', 'queued', 'password_changed', { name: 'Ada' }, false],
  ['a mail whose secret is gone', 'sent', 'reset_password', { name: 'Ada', expiresAt: '2026-01-01T12:30:00Z' }, false],
  ['a mail of a kind no longer known', 'sent', 'farewell', {}, false],
])('whether %s can be sent again', (_which, state, kind, payload, answer) => {
  expect(canBeSentAgain({ state, kind, payload })).toBe(answer);
});
