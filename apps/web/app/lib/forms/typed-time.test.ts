import { expect, test } from 'vitest';
import { isTypedTime } from './typed-time.ts';

test.each([
  ['2026-03-05T10:00', true],
  ['2026-03-05T10:00:30', true],
  ['2028-02-29T00:00', true],
  ['2026-02-30T10:00', false],
  ['2026-13-01T10:00', false],
  ['2026-03-05', false],
  ['tomorrow', false],
])('%s is a time: %s', (typed, expected) => {
  expect(isTypedTime(typed)).toBe(expected);
});
