import { readConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

try {
  const config = readConfig(process.env);
  const sandbox = await startSandbox(config);
  console.log(`Payment sandbox: ${sandbox.url}, control: ${sandbox.controlUrl}, webhooks go to ${config.webhookUrl}`);

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void sandbox.close().finally(() => process.exit(0)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
