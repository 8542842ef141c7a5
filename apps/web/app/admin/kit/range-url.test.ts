import { expect, test } from 'vitest';
import { reportQuery } from './range-url.ts';

const RANGE = {
  from: '2026-11-01',
  to: '2026-11-01',
  compare: 'previous' as const,
  before: { from: '2026-10-01', to: '2026-10-01' },
  isDefault: true,
  today: '2026-11-01',
  timeZone: 'UTC',
};

test('the download of a report has days only if they were chosen, as one chosen day is compared with the day before', () => {
  expect(reportQuery(RANGE, 'day')).toBe('compare=previous&by=day');
  expect(reportQuery({ ...RANGE, isDefault: false }, 'week')).toBe(
    'from=2026-11-01&to=2026-11-01&compare=previous&by=week',
  );
});
