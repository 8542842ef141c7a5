import type { StoreTerms } from '@shop/contracts/common/money';
import type { PaymentRateStatus } from '@shop/contracts/settings/payment-rate';
import { record } from '#audit/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockSettings, updateSettings } from './admin-queries.ts';
import { findSettings, findStoreTerms } from './queries.ts';
import { publicSettingsOf, settingsOf, valuesOf } from './rules.ts';

export { assumePaymentRate } from './admin-queries.ts';

export const getSettings = async (db: Db) => settingsOf(await db.run(findSettings()));

/** Read it in the transaction that uses it, so that a price is computed from one consistent state. */
export const storeTerms = (db: Db): Promise<StoreTerms & { paymentRateStatus: PaymentRateStatus }> =>
  db.run(findStoreTerms());

export const getPublicSettings = async (db: Db) => publicSettingsOf(await db.run(findSettings()));

/** A category was merged into this one, which gets its rule. */
export async function addUnreturnableCategory(tx: Db, actor: Actor, id: string) {
  const { version: _version, ...before } = settingsOf(await tx.run(lockSettings()));
  const settings = { ...before, unreturnableCategoryIds: [...before.unreturnableCategoryIds, id] };
  await tx.run(updateSettings(valuesOf(settings)));
  const change = changesOf(before, settings);
  if (change) await record(tx, actor, { action: 'settings.save', entity: 'settings', entityId: 'store', ...change });
}

/** The category does not exist any more. */
export async function removeUnreturnableCategory(tx: Db, id: string) {
  const { version: _version, ...before } = settingsOf(await tx.run(lockSettings()));
  const unreturnableCategoryIds = before.unreturnableCategoryIds.filter((each) => each !== id);
  if (unreturnableCategoryIds.length < before.unreturnableCategoryIds.length)
    await tx.run(updateSettings(valuesOf({ ...before, unreturnableCategoryIds })));
}
