import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'bench',
    include: ['src/**/*.test.ts'],
    // The sample database of the API's tests.
    globalSetup: '../apps/api/test/support/global-setup.ts',
    setupFiles: '../apps/api/test/support/own-redis.ts',
    testTimeout: 100_000,
    hookTimeout: 100_000,
  },
});
