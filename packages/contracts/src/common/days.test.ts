import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayIn,
  daysBetween,
  localTime,
  momentAt,
  monthEnd,
  plusDays,
  plusMonths,
  startOfDay,
  zonedIso,
} from './days.ts';

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2024-02-29', -12, '2023-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-12-31', 1, '2027-01-31'],
])('%s plus %i months is %s', (day, months, expected) => {
  expect(plusMonths(day, months)).toBe(expected);
});

test('days are added and counted across months, years and leap days', () => {
  expect([plusDays('2026-12-31', 1), plusDays('2024-03-01', -1)]).toEqual(['2027-01-01', '2024-02-29']);
  expect([daysBetween('2026-03-01', '2026-03-01'), daysBetween('2024-02-28', '2024-03-01')]).toEqual([0, 2]);
  expect([monthEnd('2026-02-03'), monthEnd('2024-02-03'), monthEnd('2026-12-03')]).toEqual([
    '2026-02-28',
    '2024-02-29',
    '2026-12-31',
  ]);
});

describe('the day in a time zone', () => {
  test.each([
    ['Asia/Kolkata', '2026-03-05T18:29:59Z', '2026-03-05'],
    ['Asia/Kolkata', '2026-03-05T18:30:00Z', '2026-03-06'],
    ['America/New_York', '2026-03-05T04:59:59Z', '2026-03-04'],
    ['America/New_York', '2026-07-05T04:00:00Z', '2026-07-05'],
    ['UTC', '2026-03-05T00:00:00Z', '2026-03-05'],
  ])('in %s at %s is %s', (timeZone, moment, day) => {
    expect(dayIn(new Date(moment), timeZone)).toBe(day);
  });

  test.each([
    ['UTC', '2026-03-05', '2026-03-05T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-05', '2026-03-04T18:30:00.000Z'],
    // Clocks go forward on March 8 and back on November 1, 2026.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    // Midnight did not exist on this day.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // Clocks went back from 1:00 to midnight: the day begins with the first of the two.
    ['America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z'],
  ])('in %s, %s starts at %s', (timeZone, day, moment) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(moment);
  });
});

test('a typed time is read in the time zone, and one that clocks skip is later by the skipped hour', () => {
  expect(momentAt('2026-03-05T10:00', 'Asia/Kolkata').toISOString()).toBe('2026-03-05T04:30:00.000Z');
  expect(momentAt('2026-03-08T02:30', 'America/New_York').toISOString()).toBe('2026-03-08T07:30:00.000Z');
  expect(localTime(new Date('2026-03-08T07:30:00Z'), 'America/New_York')).toBe('2026-03-08T03:30:00');
});

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Pacific/Apia',
  'Asia/Kolkata',
];
test.each(ZONES)(
  'a time that clocks in %s show is its first moment, one that they skip is after the change',
  (timeZone) => {
    const QUARTER_MS = 15 * 60_000;
    const offsetAt = (moment: number) => Date.parse(`${localTime(new Date(moment), timeZone)}Z`) - moment;
    const days = Array.from({ length: 22 * 365 }, (_, day) => Date.UTC(2008, 0, 1 + day));
    const changes = days.filter((day) => offsetAt(day) !== offsetAt(day + 86_400_000));
    const day = fc.constantFrom(...(changes.length > 0 ? changes : days.slice(0, 10)), days[5_000] ?? 0);
    fc.assert(
      fc.property(day, fc.integer({ min: -8, max: 104 }), (start, quarters) => {
        const shown = start + quarters * QUARTER_MS;
        const local = new Date(shown).toISOString().slice(0, 16);
        const moment = momentAt(local, timeZone);
        // No offset from UTC is over 14 hours.
        const candidates = Array.from(
          { length: 4 * 28 + 1 },
          (_, i) => new Date(shown - 4 * 14 * QUARTER_MS + i * QUARTER_MS),
        );
        const showing = candidates.find((candidate) => localTime(candidate, timeZone).startsWith(local));
        if (showing) expect(moment).toEqual(showing);
        else expect(localTime(moment, timeZone) > local).toBe(true);
      }),
    );
  },
);

test.each([
  ['Asia/Kolkata', '2026-03-05T19:33:09+05:30'],
  ['America/St_Johns', '2026-03-05T10:33:09-03:30'],
  ['UTC', '2026-03-05T14:03:09+00:00'],
])('a moment in %s has the offset of that zone: %s', (timeZone, expected) => {
  expect(zonedIso(new Date('2026-03-05T14:03:09.123Z'), timeZone)).toBe(expected);
});
