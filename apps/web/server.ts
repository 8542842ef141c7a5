import { runProcess } from '@shop/telemetry/process';

await runProcess(async () => {
  // Only now, because a setting that is missing must end the process with its message.
  const { start } = await import('./server/start.ts');
  return start();
});
