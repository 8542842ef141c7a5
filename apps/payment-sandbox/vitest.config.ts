import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'payment-sandbox',
    include: ['test/**/*.test.ts'],
    // Some tests start processes.
    testTimeout: 60_000,
  },
});
