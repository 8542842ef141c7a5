import { describe, expect, test } from 'vitest';
import { canBeResent, isExpired, isLastAttempt, plainTextOrEmpty, reasonOf } from './rules.ts';

const resetUntil = (expiresAt: string) =>
  ({ kind: 'reset_password', data: { name: 'Ada', token: 'open+sesame', expiresAt: new Date(expiresAt) } }) as const;

describe('an email with a secret link', () => {
  test('expires together with its link', () => {
    const message = resetUntil('2026-01-01T12:30:00Z');

    expect(isExpired(message, new Date('2026-01-01T12:29:59Z'))).toBe(false);
    expect(isExpired(message, new Date('2026-01-01T12:30:00Z'))).toBe(true);
  });

  test('has its token redacted from the stored error, which is cut to 500 characters', () => {
    const error = new Error(
      `554 We do not like https://shop.example.com/?token=open%2Bsesame or open+sesame ${'x'.repeat(1_000)}`,
    );

    const reason = reasonOf(error, resetUntil('2026-01-01T12:30:00Z'));

    expect(reason).toMatch(/^554 We do not like https:\/\/shop.example.com\/\?token=… or … x+$/);
    expect(reason).toHaveLength(500);
  });
});

test('an email without a secret link never expires', () => {
  expect(isExpired({ kind: 'password_changed', data: { name: 'Ada' } }, new Date())).toBe(false);
});

test('sending an email is attempted 24 times', () => {
  expect([23, 24].map(isLastAttempt)).toEqual([false, true]);
});

test.each([
  ['an email that was sent', 'sent', 'password_changed', { name: 'Ada' }, true],
  ['an email that failed', 'failed', 'password_changed', { name: 'Ada' }, true],
  ['a queued email', 'queued', 'password_changed', { name: 'Ada' }, false],
  ['an email without its token', 'sent', 'reset_password', { name: 'Ada', expiresAt: '2026-01-01T12:30:00Z' }, false],
  ['an email of an unknown kind', 'sent', 'farewell', {}, false],
])('whether %s can be resent', (_which, status, kind, payload, expected) => {
  expect(canBeResent({ status, kind, payload })).toBe(expected);
});

describe('user text in emails', () => {
  test.each([
    'Ada Lovelace',
    "Dr. J.R.R. O'Neil-Smith",
    'Åsa Ødegård',
    '李小龍',
    'आदित्य',
    'محمد',
    'A ring, a vase & a bowl: which is in stock?',
    'Order #1a2b3c4d is late. Where is it',
    'Meine Bestellung – “Ring” (Größe 52)!',
    '戒指。',
  ])('is included if it is plain: %s', (input) => {
    expect(plainTextOrEmpty(input)).toBe(input);
  });

  test.each([
    'https://evil.example',
    'hxxps://evil example',
    'hxxp evil example',
    'www evil example',
    'evil.com',
    'EVIL.COM',
    'see evil.com now',
    'evil .com',
    'пример.рф/pay',
    'пример.рф',
    '203.0.113.9/pay',
    '203.0.113.9',
    'evil。com',
    'evil．com',
    'evil｡com',
    'evil․com',
    'evil·com',
    'evil[.]com',
    'evil(.)com',
    'evil{dot}com',
    'evil dot com',
    'evil&#46;com',
    'evil%2Ecom',
    'evil\u200b.com',
    'evil\u2024com',
    'evil/pay',
    'evil:8080',
    'tel:18005550199',
    'write to eve@evil',
    'eve＠evil',
    'j.r.r.com',
    'J.R.R.com',
    '<a href=x>',
    '[here](x)',
    'one\ntwo',
    '\u202emoc',
    '1-800-555-0199',
    'call 1 800 555 0199',
    'call 555.0199',
    '+44 20 7946 0958',
    '٠١٢٣٤٥٦٧',
    '⑧⓪⓪ ⑤⑤⑤ ⓪①⑨⑨',
    '💎 win',
  ])('is left out if it contains a URL, a phone number or characters that hide one: %j', (input) => {
    expect(plainTextOrEmpty(input)).toBe('');
  });

  const CHARACTERS = [...'aZ9é漢я .:/@。．[](){}-+#&%_\\<>\u200b\u202e'];
  test('has no dot, slash, colon or @ between other characters and at most six digits, for random input', () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let included = 0;
    for (let run = 0; run < 20_000; run++) {
      const input = Array.from({ length: 1 + next(12) }, () => CHARACTERS[next(CHARACTERS.length)]).join('');
      const result = plainTextOrEmpty(input);
      if (result === '') continue;
      included++;
      expect(result).toBe(input);
      expect(result.replace(/[A-Z]\.(?=\s|$)/g, '')).not.toMatch(/\S[.:/@。．]\S|[[\]{}<>%_+\\\u200b\u202e]/u);
      expect(result.match(/\p{N}/gu)?.length ?? 0).toBeLessThanOrEqual(6);
    }
    expect(included).toBeGreaterThan(300);
  });
});
