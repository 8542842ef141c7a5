import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['faults/*.test.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As the journeys: what is measured in seconds gets a second try on CI's machine.
    retry: process.env.CI ? 1 : 0,
    // Once each for every day; `npm run faults -- checkout` takes its time.
    env: { FAULT_RUNS: process.env.FAULT_RUNS ?? (process.argv.includes('checkout') ? '20' : '1') },
  },
});
