import { findPage, listPageIds } from '../../../apps/api/src/content/page-queries.ts';
import { publishedOf } from '../../../apps/api/src/content/page-rules.ts';
import { unfilledPlaceholders } from '../../../apps/api/src/content/placeholder-rules.ts';
import { checkTotpSecret } from '../../../apps/api/src/identity/auth/totp-secrets.ts';
import { rateWarning } from '../../../apps/api/src/payments/rules.ts';
import { storeTerms } from '../../../apps/api/src/settings/service.ts';
import { findOldestDue, findSystemInfo, listFailedJobs } from '../../../apps/api/src/system/service.ts';
import { type Finding, fail, formatAge, ok, type StoreExamination, warn } from './finding.ts';

const LATE_S = 5 * 60;
const MUCH_TOO_LATE_S = 30 * 60;
/** Jobs of the schedule run every minute. */
const WORKER_SILENT_S = 5 * 60;

const secondsSince = (moment: Date) => (Date.now() - moment.getTime()) / 1_000;

export async function checkQueue({ db }: StoreExamination): Promise<Finding[]> {
  const { workerSeenAt } = await db.run(findSystemInfo());
  const oldest = await db.run(findOldestDue());
  const failed = await db.run(listFailedJobs());
  const worker = workerFinding(workerSeenAt ? secondsSince(workerSeenAt) : undefined);
  return [worker, queueFinding(oldest ? secondsSince(oldest.runAt) : 0), ...failedFindings(failed.length)];
}

function workerFinding(silentS: number | undefined) {
  const action =
    'start it with `node --env-file=ops/node.env apps/api/build/worker.js`: without it no email is sent and no payment reconciled.';
  if (silentS === undefined) return warn('worker', 'has not run yet', action);
  if (silentS > WORKER_SILENT_S) return fail('worker', `was last seen ${formatAge(silentS)} ago`, action);
  return ok('worker', `was last seen ${formatAge(silentS)} ago`);
}

function queueFinding(waitingS: number) {
  const what = `the oldest due job has waited ${formatAge(waitingS)}`;
  const action = 'check that the worker runs, or start another one.';
  if (waitingS > MUCH_TOO_LATE_S) return fail('queue', what, action);
  return waitingS > LATE_S ? warn('queue', what, action) : ok('queue', 'no job is late');
}

const failedFindings = (count: number) =>
  count === 0
    ? []
    : [
        warn(
          'queue',
          count === 1 ? '1 job failed' : `${count} jobs failed`,
          'see `npm run shop -- jobs`, and retry them.',
        ),
      ];

export async function checkSecrets({ db, config }: StoreExamination): Promise<Finding[]> {
  switch (await checkTotpSecret(db, config)) {
    case 'none':
      return [ok('secrets', 'no account has two-factor authentication, so there is nothing to decrypt')];
    case 'current':
      return [ok('secrets', 'AUTH_SECRET decrypts the newest two-factor secret')];
    case 'previous':
      return [
        warn(
          'secrets',
          'the newest two-factor secret needs AUTH_SECRET_PREVIOUS',
          'run `npm run shop -- rotate-secret`.',
        ),
      ];
    default:
      return [
        fail(
          'secrets',
          'AUTH_SECRET does not decrypt the newest two-factor secret, so its owner cannot log in',
          'set AUTH_SECRET, or AUTH_SECRET_PREVIOUS during a rotation, to the secret that the store used before.',
        ),
      ];
  }
}

export async function checkPages({ db }: StoreExamination): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id } of await db.run(listPageIds())) {
    const page = await db.run(findPage(id));
    const published = page && publishedOf(page);
    const unfilled = published ? unfilledPlaceholders(published.body) : [];
    const path = page?.builtIn ? `/${page.slug}` : `/pages/${page?.slug}`;
    if (unfilled.length > 0)
      findings.push(warn('pages', `${path} still has ${unfilled.join(', ')}`, 'replace it on the admin page Pages.'));
  }
  return findings.length > 0 ? findings : [ok('pages', 'no published page has an unfilled placeholder')];
}

export async function checkExchangeRate({ db, isPublic }: StoreExamination): Promise<Finding[]> {
  const terms = await storeTerms(db);
  const warning = rateWarning(terms);
  if (!warning) return [ok('exchange rate', `$1 is charged as ${terms.paymentRate} ${terms.paymentCurrency}`)];
  const action = 'an owner sets or confirms the rate in the store settings.';
  return [(isPublic ? fail : warn)('exchange rate', warning, action)];
}
