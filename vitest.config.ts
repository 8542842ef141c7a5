import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/contracts', 'apps/*'],
    // By default one core of two would be left to wait for the other.
    maxWorkers: '100%',
  },
});
