import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import { isRatePossible, type StoreSettingsUpdate } from '@shop/contracts/settings/admin-schema';
import { rateStatusAfter } from '@shop/contracts/settings/payment-rate';
import { assertUnchangedSince, record, type UndoableEntry, undoConflict } from '#audit/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { lockSettings, updateSettings } from './admin-queries.ts';
import { settingsOf, valuesOf } from './rules.ts';

/** Optimistic concurrency by `version`. */
export function saveSettings(db: Db, actor: Actor, update: StoreSettingsUpdate) {
  const { version, confirmPaymentRate, ...input } = update;
  return db.transaction(async (tx) => {
    const { version: currentVersion, ...before } = settingsOf(await tx.run(lockSettings()));
    const settings = { ...input, paymentRateStatus: rateStatusAfter(before, input, confirmPaymentRate) };
    const change = changesOf(before, settings);
    // Idempotent: the same request sent twice has nothing left to change the second time.
    if (!change) return { ...before, version: currentVersion };
    if (version !== currentVersion)
      throw new DomainError('conflict', 'settings_conflict', storeSettingsMessages.editConflict);

    const saved = await tx.run(updateSettings(valuesOf(settings)));
    await record(tx, actor, { action: 'settings.save', entity: 'settings', entityId: 'store', ...change });
    if (settings.timeZone !== before.timeZone) await recountDays(tx);
    return settingsOf(saved);
  });
}

export async function undoSettingsEntry(tx: Db, actor: Actor, entry: UndoableEntry) {
  const { version: _version, ...current } = settingsOf(await tx.run(lockSettings()));
  assertUnchangedSince(entry, current);
  const values = { ...current, ...entry.before };
  const status = values.paymentRateStatus;
  const isLogged = entry.before !== null && 'paymentRateStatus' in entry.before;
  const restored = { ...values, paymentRateStatus: isLogged ? status : rateStatusAfter(current, values) };
  const change = changesOf(current, restored);
  if (!change) return;
  // The currency and its rate can belong to two entries.
  if (!isRatePossible(restored)) throw undoConflict(storeSettingsMessages.rateMustBeOne);

  await tx.run(updateSettings(valuesOf(restored)));
  recordEffect({ kind: 'changed', what: 'setting', change: 'restored', count: Object.keys(change.after).length });
  await record(tx, actor, { action: 'settings.undo', entity: 'settings', entityId: 'store', ...change });
  if (restored.timeZone !== current.timeZone) await recountDays(tx);
}

/** Analytics counts orders by the day in the store's time zone. */
const recountDays = (tx: Db) => enqueue(tx, 'recount_sales', {}, { key: 'recount_sales' });
