import { expect, test } from 'vitest';
import { readSince } from './reconcile.ts';

test.each([
  ['missing', []],
  ['malformed', ['--since', 'yesterday']],
  ['future', ['--since', '2999-01-01']],
])('the reconcile command rejects a %s date', (_what, args) => {
  expect(() => readSince(args)).toThrow('--since 2026-11-01');
});

test('the reconcile command starts at midnight UTC of the day', () => {
  expect(readSince(['--since', '2026-01-02'])).toEqual(new Date('2026-01-02T00:00:00Z'));
});
