import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    include: ['{app,vite}/**/*.test.{ts,tsx}'],
    testTimeout: 100_000,
    hookTimeout: 100_000,
    expect: { poll: { timeout: 30_000 } },
    env: { LOG_LEVEL: 'silent' },
  },
});
