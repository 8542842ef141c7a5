import { defineConfig } from 'vitest/config';
import web from './vitest.config.ts';

/** The tests that use the production build: only they wait for it. */
export default defineConfig({
  test: { ...web.test, name: 'web-server', include: ['server/**/*.test.ts'], globalSetup: 'test/build.ts' },
});
