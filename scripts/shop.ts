/** Operator commands: `npm run shop -- <command>`. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { countChangedOrders, countCustomers, resetSales } from '../apps/api/src/analytics/roll-up-queries.ts';
import { replayErasures } from '../apps/api/src/identity/account/replay-erasures.ts';
import { createAdmin, NewAdmin } from '../apps/api/src/identity/auth/create-admin.ts';
import { countAllViolations, FULL_CHECKS_AT_ONCE } from '../apps/api/src/operations/integrity-check.ts';
import { acceptPaymentPage } from '../apps/api/src/payments/page-check.ts';
import { readConfig } from '../apps/api/src/platform/config.ts';
import { connect } from '../apps/api/src/platform/database/db.ts';
import { erasureSummary } from './erasures.ts';

const USAGE = `npm run shop -- create-admin --email you@example.com --name "Your Name"
  Creates an owner account. Prompts for its password, or reads it from standard input.
npm run shop -- verify
  Runs all data integrity checks. Exits with an error if one fails.
npm run shop -- count-sales
  Rebuilds the dashboard and analytics data from all orders. If interrupted, the worker continues.
npm run shop -- reconcile --since 2026-11-01
  Compares the payment provider's payments since that day (UTC) with ours, finalizes missed ones and records
  differences. Fails when a difference is left open.
npm run shop -- accept-payment-page
  Accepts the current payment page as the expected one, after an intended change.
npm run shop -- replay-erasures
  After restoring a backup: erases the accounts again that were deleted since, from the list in ERASURES_DIR.`;

const COMMANDS: Record<string, () => Promise<void>> = {
  'create-admin': makeAdmin,
  verify: verifyInvariants,
  'count-sales': countSales,
  reconcile: reconcilePayments,
  'accept-payment-page': acceptPage,
  'replay-erasures': runReplayErasures,
};

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const command = COMMANDS[process.argv[2] ?? ''];
  if (!command) throw new Error(USAGE);
  await command();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function makeAdmin() {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { email: { type: 'string' }, name: { type: 'string' } },
  });
  const admin = NewAdmin.safeParse({ email: values.email, name: values.name, password: await askForPassword() });
  if (!admin.success) throw new Error([...admin.error.issues.map(({ message }) => message), '', USAGE].join('\n'));

  const { db, close } = open(10_000);
  const { promoted } = await createAdmin(db, admin.data).finally(close);
  const { email } = admin.data;
  console.log(promoted ? `${email} is now an owner. Its password was updated.` : `Owner account created for ${email}.`);
}

async function acceptPage() {
  const { db, close } = open(10_000);
  const acceptedPage = await acceptPaymentPage(db).finally(close);
  console.log(
    acceptedPage ? JSON.stringify(acceptedPage, null, 2) : 'Nothing has changed since the last one was accepted.',
  );
}

async function verifyInvariants() {
  const { db, close } = open(0, FULL_CHECKS_AT_ONCE);
  const checkResults = await countAllViolations(db).finally(close);
  for (const { id, rule, violations } of checkResults)
    console.log(`${violations === 0 ? 'PASS' : 'FAIL'} ${id} ${String(violations).padStart(7)}  ${rule}`);
  if (checkResults.some(({ violations }) => violations > 0)) throw new Error('Data integrity checks failed.');
}

async function countSales() {
  const { db, close } = open(0);
  try {
    await resetSales(db);
    let counted = 0;
    for (let taken = 1; taken > 0; counted += taken) taken = await countChangedOrders(db, 10_000);
    await countCustomers(db);
    console.log(`${counted.toLocaleString('en')} orders recalculated.`);
  } finally {
    await close();
  }
}

/** The provider's SDK is loaded only for this command. */
async function reconcilePayments() {
  const { reconcile } = await import('./reconcile.ts');
  const { db, close } = open(10_000);
  await reconcile(db, process.argv.slice(3)).finally(close);
}

async function runReplayErasures() {
  const { db, close } = open(0);
  console.log(erasureSummary(await replayErasures(db, readConfig(process.env).erasuresDir).finally(close)));
}

function open(statementTimeoutMs: number, max = 1) {
  return connect({
    url: readConfig(process.env).databaseUrl,
    applicationName: 'crystalline-shop',
    max,
    statementTimeoutMs,
    onError: console.error,
  });
}

/** Not an argument, as those are visible in the shell history and the process list. */
async function askForPassword() {
  const { stdin, stdout } = process;
  if (stdin.isTTY) stdout.write('Password: ');
  const lines = createInterface({
    input: stdin,
    output: new Writable({ write: (_c, _e, done) => done() }),
    terminal: stdin.isTTY,
  });
  for await (const line of lines) {
    lines.close();
    if (stdin.isTTY) stdout.write('\n');
    return line;
  }
  return '';
}
