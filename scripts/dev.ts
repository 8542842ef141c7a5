import { existsSync } from 'node:fs';
import { runTogether } from './processes.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

process.env.NODE_ENV = 'development';
// A second store on this machine then only needs other ports for what a browser opens.
process.env.WORKER_PORT ||= '0';

await runTogether(
  [
    { name: 'api', command: 'node --watch --watch-preserve-output apps/api/src/server.ts' },
    { name: 'worker', command: 'node --watch --watch-preserve-output apps/api/src/worker.ts' },
    { name: 'web', command: 'npm run --silent dev --workspace apps/web' },
    { name: 'mail', command: 'node scripts/email-viewer.ts' },
    { name: 'pay', command: 'node --watch --watch-preserve-output apps/payment-sandbox/src/server.ts' },
  ],
  { restart: false },
);
