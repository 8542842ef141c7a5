import { parseArgs } from 'node:util';
import { isLocalUrl } from '@shop/contracts/common/env';
import { type Config, readConfig } from '../../apps/api/src/platform/config.ts';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { errorMessage } from '../../apps/api/src/platform/database/errors.ts';
import { checkRole, checkSchema, checkServer, unreachable } from './doctor/database.ts';
import {
  type Examination,
  type Finding,
  fail,
  formatFinding,
  ok,
  redactSecrets,
  type StoreExamination,
  warn,
} from './doctor/finding.ts';
import { checkPayment } from './doctor/payment.ts';
import { checkMail, checkMedia, checkRedis } from './doctor/services.ts';
import { checkBackups, checkDatabaseDisk, checkDisks } from './doctor/storage.ts';
import { checkExchangeRate, checkPages, checkQueue, checkSecrets } from './doctor/store.ts';
import { parseRecipient } from './test-mail.ts';

const CHECK_TIMEOUT_MS = 20_000;

type Check<T> = [name: string, run: (examination: T) => Promise<Finding[]>];
/** These need the tables of the store. */
const STORE_CHECKS: Check<StoreExamination>[] = [
  ['role', checkRole],
  ['disk', checkDatabaseDisk],
  ['secrets', checkSecrets],
  ['queue', checkQueue],
  ['pages', checkPages],
  ['exchange rate', checkExchangeRate],
];
const NOT_CHECKED = warn(
  'store',
  'role, secrets, queue, pages and exchange rate were not checked',
  'bring the schema up to date first.',
);
const OTHER_CHECKS: Check<Examination>[] = [
  ['redis', checkRedis],
  ['mail', checkMail],
  ['media', checkMedia],
  ['payment', checkPayment],
  ['disk', checkDisks],
  ['backups', checkBackups],
];

/** Prints one line for each finding; the exit code is 1 if one of them is FAIL. */
export async function runDoctor(args: string[]) {
  const option = parseArgs({ args, options: { 'mail-to': { type: 'string' } } }).values['mail-to'];
  const mailTo = option === undefined ? undefined : parseRecipient(option, '--mail-to');
  const settings = readSettings();
  if ('faults' in settings) return report(settings.faults, (line) => line);
  const { config } = settings;
  const examination = { config, mailTo, isPublic: !isLocalUrl(config.publicOrigin) };
  const findings = [
    settingsFinding(examination),
    ...(await examineStore(examination)),
    ...(await runAll(OTHER_CHECKS, examination)),
  ];
  report(findings, (line) => redactSecrets(line, examination));
}

function readSettings(): { config: Config } | { faults: Finding[] } {
  try {
    return { config: readConfig(process.env) };
  } catch (error) {
    const faults = errorMessage(error).split('\n');
    return {
      faults: faults.map((fault) => fail('settings', fault.replace(/\.$/, ''), 'set it in .env or the environment.')),
    };
  }
}

const settingsFinding = ({ config, isPublic }: Examination) =>
  isPublic && !config.production
    ? warn('settings', 'NODE_ENV is not production', 'set it for every process of the store.')
    : ok('settings', `valid for ${config.publicOrigin}`);

async function examineStore(examination: Examination) {
  const { db, close } = new Connection({
    url: examination.config.databaseDirectUrl,
    applicationName: 'crystalline-doctor',
    max: 1,
    statementTimeoutMs: 10_000,
    connectTimeoutMs: 5_000,
    onError: () => {},
  });
  const storeExamination = { ...examination, db };
  try {
    const base = [
      ...(await checkServer(storeExamination)),
      ...(await runAll([['schema', checkSchema]], storeExamination)),
    ];
    const isUsable = base.every(({ name, severity }) => name !== 'schema' || severity !== 'FAIL');
    return [...base, ...(isUsable ? await runAll(STORE_CHECKS, storeExamination) : [NOT_CHECKED])];
  } catch (error) {
    return [unreachable(examination, error)];
  } finally {
    await close();
  }
}

async function runAll<T>(checks: Check<T>[], examination: T) {
  const findings: Finding[] = [];
  for (const [name, run] of checks)
    findings.push(
      ...(await withTimeout(run(examination)).catch((error: unknown) => [
        fail(name, `the check failed (${errorMessage(error).split('\n')[0]})`, 'solve this first, and run it again.'),
      ])),
    );
  return findings;
}

function withTimeout<T>(work: Promise<T>) {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = new Error(`no result within ${CHECK_TIMEOUT_MS / 1_000} s`);
    timer = setTimeout(() => reject(error), CHECK_TIMEOUT_MS);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

function report(findings: Finding[], redact: (line: string) => string) {
  for (const finding of findings) console.log(redact(formatFinding(finding)));
  if (findings.some(({ severity }) => severity === 'FAIL')) process.exitCode = 1;
}
