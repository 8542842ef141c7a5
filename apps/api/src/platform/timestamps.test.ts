import { expect, test } from 'vitest';
import { toIso } from './timestamps.ts';

test.each([
  ['a date', new Date('2026-03-05T10:11:12.123Z'), '2026-03-05T10:11:12.123Z'],
  ['a timestamptz as text, in UTC', '2026-03-05 10:11:12.123456+00', '2026-03-05T10:11:12.123Z'],
  ['a timestamptz as text, with an offset', '2026-03-05 15:41:12.5+05:30', '2026-03-05T10:11:12.500Z'],
  ['a timestamptz as text, without a fraction', '2026-03-05 10:11:12+00', '2026-03-05T10:11:12.000Z'],
  ['a timestamptz in JSON', '2026-03-05T10:11:12.123456+00:00', '2026-03-05T10:11:12.123Z'],
])('toIso converts %s to UTC with milliseconds', (_what, timestamp, expected) => {
  expect(toIso(timestamp)).toBe(expected);
});
