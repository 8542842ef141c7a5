import { randomUUID } from 'node:crypto';
import { minimumCharge, minor } from '@shop/contracts/common/money';
import type { ConfirmedStep } from '@shop/contracts/setup/constants';
import { setupMessages } from '@shop/contracts/setup/messages';
import type { SetupGuide, SetupGuideVisibility } from '@shop/contracts/setup/schema';
import { record } from '#audit/service.ts';
import { queueEmail } from '#mail/service.ts';
import { type PaymentProvider, ProviderError, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { truncate } from '#platform/truncate.ts';
import { getSettings, storeTerms } from '#settings/service.ts';
import {
  findSetupCheck,
  findStoreContent,
  insertConfirmation,
  listSetupChecks,
  saveSetupCheck,
  startEmailCheck,
} from './queries.ts';
import { type CheckDetails, guideOf, isReadyToHide } from './rules.ts';

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
