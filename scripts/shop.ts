/** Operator commands: `npm run shop -- <command>`. */
import { existsSync } from 'node:fs';

type Run = (args: string[]) => Promise<unknown>;
/** What a command needs is loaded only when it runs. */
type Command = { usage: string; load: () => Promise<Run> };

const COMMANDS: Record<string, Command> = {
  doctor: {
    usage: `[--mail-to you@example.com]
  Checks settings, database, mail server, media store, payment keys, clock, disks, queue and backups. Sends a test email
  with --mail-to. Exits with an error if a check fails.`,
    load: async () => (await import('./shop/doctor.ts')).runDoctor,
  },
  migrate: {
    usage: `
  Brings the schema up to date and grants the role of DATABASE_URL its privileges, with DATABASE_OWNER_URL.`,
    load: async () => (await import('./shop/schema.ts')).runMigrate,
  },
  'create-admin': {
    usage: `--email you@example.com --name "Your Name"
  Creates an owner account. Prompts for its password, or reads it from standard input.`,
    load: async () => (await import('./shop/accounts.ts')).runCreateAdmin,
  },
  'list-staff': {
    usage: `
  Lists the accounts of owners and staff, with role, two-factor authentication and last login.`,
    load: async () => (await import('./shop/accounts.ts')).runListStaff,
  },
  'reset-two-factor': {
    usage: `--email them@example.com [--yes]
  Turns off two-factor authentication of an account whose owner lost phone and recovery codes, ends its sessions and
  notifies them by email. Asks for confirmation, unless --yes is given.`,
    load: async () => (await import('./shop/accounts.ts')).runResetTwoFactor,
  },
  'rotate-secret': {
    usage: `
  Encrypts all two-factor secrets with AUTH_SECRET that were encrypted with AUTH_SECRET_PREVIOUS. Can be repeated.`,
    load: async () => (await import('./shop/rotate-secret.ts')).runRotateSecret,
  },
  jobs: {
    usage: `[retry <id>]
  Lists the failed background jobs, or retries one.`,
    load: async () => (await import('./shop/jobs.ts')).runJobs,
  },
  statements: {
    usage: `
  Lists the statements that took the most time in PostgreSQL, by their names in the code, from pg_stat_statements.`,
    load: async () => (await import('./shop/statements.ts')).runStatements,
  },
  'send-test-mail': {
    usage: `--to you@example.com
  Sends a test email straight to the mail server, without the queue.`,
    load: async () => (await import('./shop/test-mail.ts')).runSendTestMail,
  },
  verify: {
    usage: `
  Runs all data integrity checks. Exits with an error if one fails.`,
    load: async () => (await import('./shop/store-data.ts')).runVerify,
  },
  'count-sales': {
    usage: `
  Rebuilds the dashboard and analytics data from all orders. If interrupted, the worker continues.`,
    load: async () => (await import('./shop/store-data.ts')).runCountSales,
  },
  reconcile: {
    usage: `--since 2026-11-01
  Compares the payment provider's payments since that day (UTC) with ours, finalizes missed ones and records
  differences. Fails when a difference is left open.`,
    load: async () => (await import('./shop/payments.ts')).runReconcile,
  },
  'accept-payment-page': {
    usage: `
  Accepts the current payment page as the expected one, after an intended change.`,
    load: async () => (await import('./shop/payments.ts')).runAcceptPaymentPage,
  },
  'replay-erasures': {
    usage: `
  After restoring a backup: erases the accounts again that were deleted since, from the list in ERASURES_DIR.`,
    load: async () => (await import('./shop/store-data.ts')).runReplayErasures,
  },
};

const HELP = ['--help', '-h', 'help'];
const usageOf = (name: string) => `npm run shop -- ${name} ${COMMANDS[name]?.usage}`.replace(/ +$/gm, '');
const USAGE = Object.keys(COMMANDS).map(usageOf).join('\n');

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const [name = '', ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (HELP.includes(name)) console.log(USAGE);
  else if (!command) throw new Error(name ? `There is no command ${name}.\n\n${USAGE}` : USAGE);
  else if (args.some((arg) => HELP.includes(arg) && arg !== 'help')) console.log(usageOf(name));
  else await (await command.load())(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
