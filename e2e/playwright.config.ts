import { defineConfig } from '@playwright/test';
import { chromium } from './support/chromium.ts';

export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 3,
  // A test that passes on CI only when retried is reported as flaky at the end, and still needs a fix.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  globalSetup: './support/global-setup.ts',
  // Long timeouts, because a busy machine is much slower.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // An element that is missing ends the test before its own timeout does.
    actionTimeout: 60_000,
    viewport: { width: 1280, height: 900 },
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds: optimized code costs 15 to 20 % of the renderer's time and is never used.
        '--js-flags=--no-turbofan --no-maglev',
      ],
    },
  },
});
