import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { runTogether } from './processes.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

if (!existsSync('apps/web/build/server/index.js')) {
  console.error('The web app is not built yet. Run `npm run build` first, then `npm start`.');
  process.exit(1);
}

process.env.NODE_ENV = 'production';
const site = new URL(process.env.PUBLIC_URL ?? 'http://localhost:3000');
process.env.AUTH_SECRET ||= localAuthSecret(site);

// A process that dies is started again; a real deployment leaves this to its own supervisor. `exec`, so that a signal
// reaches the process itself and not a shell: one that ends well on request stays ended.
await runTogether(
  [
    { name: 'api', command: 'exec node apps/api/src/server.ts' },
    { name: 'worker', command: 'exec node apps/api/src/worker.ts' },
    { name: 'web', command: 'exec node apps/web/server.ts' },
    ...localPaymentSandbox(site),
  ],
  { restart: true },
);

/** On this machine alone the shop may be tried without a secret of one's own; the world needs a real one. */
function localAuthSecret(site: URL) {
  if (site.hostname !== 'localhost') return '';
  const file = 'var/auth-secret';
  if (!existsSync(file)) {
    mkdirSync('var', { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  }
  console.log('AUTH_SECRET is not set: trying the shop on localhost with the secret kept in var/auth-secret.');
  return readFileSync(file, 'utf8');
}

/** Nor is a payment provider needed to try it: the sandbox stands in, where no money moves. */
function localPaymentSandbox(site: URL) {
  if (site.hostname !== 'localhost' || process.env.RAZORPAY_KEY_ID) return [];
  const command = 'exec node apps/payment-sandbox/src/server.ts';
  return [{ name: 'pay', command, env: { SANDBOX_IN_PRODUCTION: 'yes' } }];
}
