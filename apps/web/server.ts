import process from 'node:process';

const STOP_WITHIN_MS = 10_000;

// Before React is loaded, which selects its production build by this: the built server always runs in production.
process.env.NODE_ENV ??= 'production';

try {
  const { start } = await import('./server/start.ts');
  const stop = await start();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
      void stop().finally(() => process.exit(0));
    });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
