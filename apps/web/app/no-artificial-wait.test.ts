import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const APPS = join(import.meta.dirname, '../..');

/** None of these timers delays a page or a save. */
const ALLOWED_TIMERS = [
  // Debounced input, and a list that closes shortly after its field has lost the focus.
  'cart-line.tsx',
  'rule-preview.tsx',
  'search-box.tsx',
  'product-browser.tsx',
  'palette.tsx',
  'use-suggestions.ts',
  // What is visible for a time, and the skeleton of a page that loads slowly.
  'newsletter-form.tsx',
  'shop-layout.tsx',
  'toast.tsx',
  'use-carousel.ts',
  // Time limits, retries and polling.
  'api.server.ts',
  'browser-api.ts',
  'confirming.tsx',
  'entry.server.tsx',
  'idle.ts',
  'live-notifications.tsx',
  'payment-window.ts',
  'polling.ts',
  'retry-images.ts',
  // A turn: of the uploads of one user, and of requests to the payment provider.
  'payment-provider.ts',
  'api/src/catalog/import/routes.ts',
  // Start and stop of a process.
  'migrate.ts',
  'migrations.ts',
  'process.ts',
  'api/src/server.ts',
  'start.ts',
  // Tasks of a page that has been painted.
  'paint-first.server.ts',
];

test('STATE-021 no code of the web app and the API waits before it shows or saves something', () => {
  const files = globSync(['web/{app,server}/**/*.{ts,tsx}', 'web/server.ts', 'api/src/**/*.ts'], { cwd: APPS });
  const waiting = files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => /setTimeout|timers\/promises|pg_sleep/.test(readFileSync(join(APPS, file), 'utf8')))
    .map((file) => (['server.ts', 'routes.ts'].includes(basename(file)) ? file : basename(file)));

  expect(waiting.sort()).toEqual(ALLOWED_TIMERS.sort());
});
