import { randomUUID } from 'node:crypto';
import { minimumCharge, minor } from '@shop/contracts/common/money';
import type { ConfirmedStep } from '@shop/contracts/setup/constants';
import { setupMessages } from '@shop/contracts/setup/messages';
import type { SetupGuide, SetupGuideVisibility } from '@shop/contracts/setup/schema';
import { record } from '#audit/service.ts';
import { queueEmail } from '#mail/service.ts';
import { type PaymentProvider, ProviderError, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, json, oneOf, orNull, present, text, timestamp } from '#platform/database/row.ts';
import { all, columnsOf, count, first, one, rowsOf } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { truncate } from '#platform/truncate.ts';
import { getSettings, storeTerms } from '#settings/service.ts';
import { CHECK_KINDS, CheckDetails, guideOf, isReadyToHide, type SetupCheck } from './rules.ts';

export type SetupTools = { db: Db; provider: PaymentProvider };

/** Runs the work in a transaction, once for the idempotency key of the request. */
type RunOnce = (work: (tx: Db) => Promise<unknown>) => Promise<unknown>;

/** Longest reason of the provider that is stored and shown. */
const REASON_MAX = 300;

export async function getSetupGuide({ db, provider }: SetupTools, actor: Actor): Promise<SetupGuide> {
  const [settings, checks, content] = await Promise.all([
    getSettings(db),
    db.run(listSetupChecks()),
    db.run(findStoreContent(actor.id)),
  ]);
  return guideOf({ settings, checks, content, keyId: provider.keyId });
}

/**
 * Opens an order of the smallest amount at the provider that is never paid: it proves the keys, and moves no money. No
 * transaction is open during the request. A failure is a result as well, stored and shown in the step.
 */
export async function testPaymentKeys(tools: SetupTools, actor: Actor, runOnce: RunOnce) {
  const { db, provider } = tools;
  const { paymentCurrency: currency } = await storeTerms(db);
  const details = { amountMinor: minimumCharge(currency), currency, keyId: provider.keyId };
  const error = await findProviderError(provider, details);
  const passed = error === undefined;

  await runOnce(async (tx) => {
    await lockActiveUser(tx, actor.id);
    const before = await tx.run(findSetupCheck('payment'));
    await tx.run(saveSetupCheck({ kind: 'payment', passed, details: { ...details, ...(!passed && { error }) } }));
    await record(tx, actor, {
      action: 'setup.test_payment',
      entity: 'setup',
      entityId: 'payment',
      before: { passed: before?.passed ?? null },
      after: { passed, amountMinor: details.amountMinor, currency, ...(!passed && { error }) },
    });
  });
  return getSetupGuide(tools, actor);
}

/** Why the provider did not open the order; undefined if it did. */
async function findProviderError(provider: PaymentProvider, { amountMinor = minor(0), currency = '' }: CheckDetails) {
  try {
    await provider.openOrder({ receipt: randomUUID(), amountMinor, currency, requestedBefore: false });
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ProviderUnavailable)) throw error;
    return truncate(error.message, REASON_MAX);
  }
}

/** To the caller's own address. A trigger stores the result when the mail task has it. */
export async function sendTestEmail(tools: SetupTools, actor: Actor, runOnce: RunOnce) {
  await runOnce(async (tx) => {
    const { id, name, email } = await lockActiveUser(tx, actor.id);
    const before = await tx.run(findSetupCheck('email'));
    if ((await tx.run(startEmailCheck())) === 0) return;
    await queueEmail(tx, { kind: 'test_email', to: email, userId: id, data: { name } });
    await record(tx, actor, {
      action: 'setup.test_email',
      entity: 'setup',
      entityId: 'email',
      before: { passed: before?.passed ?? null },
      after: { queued: true },
    });
  });
  return getSetupGuide(tools, actor);
}

export async function confirmStep(tools: SetupTools, actor: Actor, step: ConfirmedStep) {
  await tools.db.transaction(async (tx) => {
    await lockActiveUser(tx, actor.id);
    if ((await tx.run(insertConfirmation(step, true))) === 0) return;
    await record(tx, actor, {
      action: 'setup.confirm',
      entity: 'setup',
      entityId: step,
      before: { confirmed: false },
      after: { confirmed: true },
    });
  });
  return getSetupGuide(tools, actor);
}

/** The guide of a store that cannot sell yet cannot be hidden. */
export async function setGuideHidden(tools: SetupTools, actor: Actor, { hidden }: SetupGuideVisibility) {
  const guide = await getSetupGuide(tools, actor);
  if (hidden && !isReadyToHide(guide)) throw new DomainError('conflict', 'setup_incomplete', setupMessages.notReady);

  await tools.db.transaction(async (tx) => {
    await lockActiveUser(tx, actor.id);
    const before = await tx.run(findSetupCheck('hidden'));
    const wasHidden = before?.passed === true;
    if (wasHidden === hidden || (await tx.run(insertConfirmation('hidden', hidden))) === 0) return;
    await record(tx, actor, {
      action: 'setup.hide',
      entity: 'setup',
      entityId: 'guide',
      before: { hidden: wasHidden },
      after: { hidden },
    });
  });
  return { ...guide, hidden };
}

type CheckKind = SetupCheck['kind'];

const check = { kind: oneOf(CHECK_KINDS), passed: orNull(bool), details: json(CheckDetails), checkedAt: timestamp };

/** One row per kind. */
const listSetupChecks = () => all('setup.checks', check)`select ${columnsOf(check)} from setup_checks`;

const findSetupCheck = (kind: CheckKind) =>
  first('setup.findCheck', check)`select ${columnsOf(check)} from setup_checks where kind = ${kind}`;

const saveSetupCheck = (values: { kind: CheckKind; passed: boolean; details: CheckDetails }) =>
  count('setup.saveCheck')`
    insert into setup_checks ${rowsOf([values])}
        on conflict (kind) do update set passed = excluded.passed, details = excluded.details, checked_at = now()`;

/** Counts the row if it was new or changed: the same state saved twice changes nothing. */
const insertConfirmation = (kind: CheckKind, passed: boolean) =>
  count('setup.insertConfirmation')`
    insert into setup_checks ${rowsOf([{ kind, passed }])}
        on conflict (kind) do update set passed = excluded.passed, checked_at = now()
     where setup_checks.passed is distinct from excluded.passed`;

/** 0 while an email requested within the last minute is awaited: a form that is sent twice sends one email. */
const startEmailCheck = () =>
  count('setup.startEmailCheck')`
    insert into setup_checks (kind, passed) values ('email', null)
        on conflict (kind) do update set passed = null, details = '{}', checked_at = now()
     where setup_checks.passed is not null or setup_checks.checked_at < now() - interval '1 minute'`;

/** Products in stock are looked for among this many: a store without any would read all its products. */
const NEWEST_PRODUCTS = 1_000;

const content = {
  category: orNull(text),
  brand: orNull(text),
  product: orNull(text),
  hasReviewedPages: bool,
  hasSecondOwner: bool,
  hasTwoFactor: present(bool, 'the user is logged in'),
};

/** The first of each: no table is counted. */
const findStoreContent = (userId: string) =>
  one('setup.content', content)`
    select (select name from categories order by id limit 1) as category,
           (select name from brands order by id limit 1) as brand,
           (select newest.name
              from (select id, name from products where status = 'published' and sellable order by id desc
                     limit ${NEWEST_PRODUCTS}) newest
             where exists (select from stock k join variants v on v.id = k.variant_id
                            where k.product_id = newest.id and k.available > 0 and v.archived_at is null)
             limit 1) as product,
           not exists (select from pages where built_in and reviewed_at is null) as has_reviewed_pages,
           (select count(*) > 1
              from (select from users where role in ('admin', 'owner') and deleted_at is null limit 2) owners
           ) as has_second_owner,
           (select two_factor_enabled from users where id = ${userId}) as has_two_factor`;
