import { describe, expect, test } from 'vitest';
import { emailHint, linkFor, readLink } from './link-rules.ts';

const ada = '01890000-0000-7000-8000-00000000000a';

describe('an email link', () => {
  test('is parsed into user id and secret hash', () => {
    const { token, secretHash } = linkFor(ada, 'secret');

    expect(readLink(token)).toEqual({ userId: ada, secretHash });
    expect(secretHash).not.toContain('secret');
  });

  test.each(['', '.', 'secret', '.secret', 'ada.secret', `x${ada}.secret`])('is not parsed from %o', (token) => {
    expect(readLink(token)).toBeUndefined();
  });
});

test.each([
  ['ada@example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['💎stone@example.com', '💎•••@example.com'],
])('%s is masked as %s', (email, hint) => {
  expect(emailHint(email)).toBe(hint);
});
