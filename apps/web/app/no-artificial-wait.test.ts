import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Required timers: payment confirmation, the provider's script, retry delays, job progress. */
const ALLOWED_TIMERS = [
  'routes/checkout/confirming.tsx',
  'features/checkout/payment-window.ts',
  'lib/browser-api.ts',
  'features/notifications/notification-stream.ts',
  'lib/polling.ts',
];

test('STATE-021 no loader, action or page has an artificial delay', () => {
  const waiting = globSync('{routes,lib}/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => /setTimeout|timers\/promises/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')));

  expect(waiting.sort()).toEqual(ALLOWED_TIMERS.sort());
});
