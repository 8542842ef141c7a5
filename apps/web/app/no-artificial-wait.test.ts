import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** These wait for something real: the provider's word, its script, the pause between two tries, how far a job is. */
const WAITS_FOR_A_REASON = [
  'routes/checkout/confirming.tsx',
  'lib/payment-window.ts',
  'lib/browser-api.ts',
  'lib/notification-stream.ts',
  'lib/polling.ts',
];

test('STATE-021 no loader, action or page waits on purpose', () => {
  const waiting = globSync('{routes,lib}/**/*.{ts,tsx}', { cwd: import.meta.dirname })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => /setTimeout|timers\/promises/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')));

  expect(waiting.sort()).toEqual(WAITS_FOR_A_REASON.sort());
});
