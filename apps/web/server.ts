import process from 'node:process';
import { runProcess } from '@shop/telemetry/process';

// Before React is loaded, which selects its production build by this: the built server always runs in production.
process.env.NODE_ENV ??= 'production';

await runProcess(async () => {
  const { start } = await import('./server/start.ts');
  return start();
});
