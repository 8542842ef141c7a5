import { defineConfig } from 'vitest/config';

/** Take minutes: `denial` with DENIAL=full; `releases` installs the previous release; `alerts` Prometheus, as root. */
const ONLY_BY_NAME = ['denial-of-service', 'releases', 'alerts'];
/** Take two minutes. FAULTS=fast leaves their short forms, `database-stall` and `bulkheads` among the API's tests. */
const NOT_FAST = ['database-stall', 'browse-flood', 'lost-webhook'];
/** Measure no times: two at once. */
const UNTIMED = [
  'client-package',
  'checkout-crashes',
  'return-crashes',
  'import-crashes',
  'replica',
  'request-id',
  'traces',
];

const unlessNamed = (names: string[]) =>
  names.filter((name) => !process.argv.some((argument) => argument.length > 3 && name.startsWith(argument)));
const filesOf = (names: string[]) => names.map((name) => `faults/${name}.test.ts`);
const excluded = unlessNamed(process.env.FAULTS === 'fast' ? [...ONLY_BY_NAME, ...NOT_FAST] : ONLY_BY_NAME);

const common = {
  root: import.meta.dirname,
  testTimeout: 180_000,
  hookTimeout: 240_000,
  // One retry on CI, as for the e2e tests: time limits of seconds are tight on its machine.
  retry: process.env.CI ? 1 : 0,
  // Once each by default; `npm run faults -- checkout` runs each crash 20 times.
  env: { FAULT_RUNS: process.env.FAULT_RUNS ?? (process.argv.includes('checkout') ? '20' : '1') },
};

export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: 'faults/global-setup.ts',
    projects: [
      {
        test: {
          ...common,
          name: 'untimed',
          include: filesOf(UNTIMED),
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'timed',
          include: ['faults/*.test.ts'],
          exclude: filesOf([...UNTIMED, ...excluded]),
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
