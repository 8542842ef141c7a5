import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api',
    include: ['{src,sample,test}/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: ['test/support/own-redis.ts', 'test/support/check-responses.ts', 'test/support/check-rows.ts'],
    env: {
      ATTACKS: process.argv.some((name) => name.startsWith('attacks')) ? 'both' : 'one',
      // For the processes that tests start.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../../var/compile-cache'),
    },
    // Each file has a database and an app of its own; loading the modules once is enough.
    isolate: false,
    // Some measure times, others the order of things that happen at once: CI's machine gets a second try.
    retry: process.env.CI ? 1 : 0,
    // Several of them start processes or wait for a database to come back; shared machines are up to five times slower.
    testTimeout: 100_000,
    hookTimeout: 100_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
