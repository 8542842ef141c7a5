import { expect, test } from 'vitest';
import { timeInZone, typedInZone } from './campaign-time.ts';

const MOMENT = '2026-03-05T05:00:00.000Z';

test('the time of a campaign is that of the store’s time zone, which is named', () => {
  expect(timeInZone(MOMENT, 'Asia/Kolkata').replace(/\s/g, ' ')).toBe('Mar 5, 2026, 10:30 AM GMT+5:30');
  expect(timeInZone(MOMENT, 'UTC').replace(/\s/g, ' ')).toBe('Mar 5, 2026, 5:00 AM UTC');
});

test('the field of a scheduled campaign has the local time', () => {
  expect(typedInZone(MOMENT, 'Asia/Kolkata')).toBe('2026-03-05T10:30');
  expect(typedInZone('2026-12-31T23:30:00.000Z', 'Asia/Kolkata')).toBe('2027-01-01T05:00');
});
