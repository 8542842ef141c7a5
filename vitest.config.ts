import { defineConfig } from 'vitest/config';

const scripts = { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 60_000 } };

export default defineConfig({
  test: { projects: ['packages/*', 'apps/*', 'apps/web/vitest.server.config.ts', 'bench', scripts] },
});
