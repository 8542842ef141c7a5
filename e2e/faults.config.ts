import { defineConfig } from 'vitest/config';

/**
 * Take minutes: `denial` with DENIAL=full; `releases` installs the previous release; `alerts` Prometheus, as root;
 * `varnish` is run by `npm run check:ops`.
 */
const ONLY_BY_NAME = ['denial-of-service', 'releases', 'alerts', 'varnish'];
/** Take two minutes. CI runs their short forms, `database-stall` and `bulkheads` among the API's tests. */
const NOT_ON_CI = ['database-stall', 'browse-flood'];
const unlessNamed = (names: string[]) =>
  names
    .filter((name) => !process.argv.some((argument) => argument.length > 3 && name.startsWith(argument)))
    .map((name) => `faults/${name}.test.ts`);

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['faults/*.test.ts'],
    exclude: unlessNamed(process.env.CI ? [...ONLY_BY_NAME, ...NOT_ON_CI] : ONLY_BY_NAME),
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 240_000,
    // One retry on CI, as for the e2e tests: time limits of seconds are tight on its machine.
    retry: process.env.CI ? 1 : 0,
    // Once each by default; `npm run faults -- checkout` runs each crash 20 times.
    env: { FAULT_RUNS: process.env.FAULT_RUNS ?? (process.argv.includes('checkout') ? '20' : '1') },
  },
});
