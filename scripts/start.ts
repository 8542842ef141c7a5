import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readConfig } from '../apps/api/src/platform/config.ts';
import { ENTRY_POINTS } from '../ops/container/entry-points.ts';
import { runTogether } from './processes.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

process.env.NODE_ENV = 'production';
const isLocalhost = URL.parse(process.env.PUBLIC_URL || 'http://localhost:3000')?.hostname === 'localhost';
if (isLocalhost && !process.env.AUTH_SECRET_FILE) process.env.AUTH_SECRET ||= localAuthSecret();
assertSettings();

const { api, worker, web } = ENTRY_POINTS;
if (![api, worker, web].every((file) => existsSync(file))) {
  console.error('The store is not built yet. Run `npm run build` first, then `npm start`.');
  process.exit(1);
}

// Restarts a process that fails, up to five times in a row; a real deployment uses its own supervisor. `exec`, so that a signal reaches the
// process instead of a shell: one that exits with 0 is not restarted.
runTogether([
  { name: 'api', command: `exec node --env-file=ops/node.env ${api}` },
  { name: 'worker', command: `exec node --env-file=ops/node.env ${worker}` },
  { name: 'web', command: `exec node --env-file=ops/node.env ${web}` },
  ...localPaymentSandbox(),
]);

/** Before any process starts: one that fails would be restarted again and again. */
function assertSettings() {
  try {
    readConfig(process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}

/** On localhost the store runs without AUTH_SECRET, with a generated one; other hosts require it. */
function localAuthSecret() {
  const file = 'var/auth-secret';
  if (!existsSync(file)) {
    mkdirSync('var', { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  }
  console.log('AUTH_SECRET is not set: using the generated secret in var/auth-secret on localhost.');
  return readFileSync(file, 'utf8');
}

/** On localhost without a payment provider, the sandbox runs instead. */
function localPaymentSandbox() {
  if (!isLocalhost || process.env.RAZORPAY_KEY_ID || process.env.RAZORPAY_KEY_ID_FILE) return [];
  const command = 'exec node apps/payment-sandbox/src/server.ts';
  return [{ name: 'pay', command, env: { SANDBOX_IN_PRODUCTION: 'yes' } }];
}
