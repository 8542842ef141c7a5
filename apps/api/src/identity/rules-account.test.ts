import { describe, expect, test } from 'vitest';
import { emailHint, linkFor, readLink } from './rules-account.ts';

const ada = '01890000-0000-7000-8000-00000000000a';

describe('a link for one mailbox', () => {
  test('is read as it was written', () => {
    const { token, secretHash } = linkFor(ada, 'secret');

    expect(readLink(token)).toEqual({ userId: ada, secretHash });
    expect(secretHash).not.toContain('secret');
  });

  test.each(['', '.', 'secret', '.secret', 'ada.secret', `x${ada}.secret`])('%o is none', (token) => {
    expect(readLink(token)).toBeUndefined();
  });
});

test.each([
  ['ada@example.com', 'a•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
  ['💎stone@example.com', '💎•••@example.com'],
])('%s is hinted at as %s', (email, hint) => {
  expect(emailHint(email)).toBe(hint);
});
