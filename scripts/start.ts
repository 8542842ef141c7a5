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

// Restarts a process that fails; a real deployment uses its own supervisor. `exec`, so that a signal reaches the
// process instead of a shell: one that exits with 0 is not restarted.
await runTogether(
  [
    { name: 'api', command: 'exec node apps/api/src/server.ts' },
    { name: 'worker', command: 'exec node apps/api/src/worker.ts' },
    { name: 'web', command: 'exec node apps/web/server.ts' },
    ...localPaymentSandbox(site),
  ],
  { restart: true },
);

/** On localhost the store runs without AUTH_SECRET, with a generated one; other hosts require it. */
function localAuthSecret(site: URL) {
  if (site.hostname !== 'localhost') return '';
  const file = 'var/auth-secret';
  if (!existsSync(file)) {
    mkdirSync('var', { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  }
  console.log('AUTH_SECRET is not set: using the generated secret in var/auth-secret on localhost.');
  return readFileSync(file, 'utf8');
}

/** On localhost without a payment provider, the sandbox runs instead. */
function localPaymentSandbox(site: URL) {
  if (site.hostname !== 'localhost' || process.env.RAZORPAY_KEY_ID) return [];
  const command = 'exec node apps/payment-sandbox/src/server.ts';
  return [{ name: 'pay', command, env: { SANDBOX_IN_PRODUCTION: 'yes' } }];
}
