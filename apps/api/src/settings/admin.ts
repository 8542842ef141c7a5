import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { record } from '#audit/service.ts';
import { changesOf } from '#platform/changes.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockSettings, updateSettings } from './admin-queries.ts';
import { settingsOf, valuesOf } from './rules.ts';

/** Optimistic concurrency by `version`. */
export function saveSettings(db: Db, actor: Actor, { version, ...settings }: StoreSettings) {
  return db.transaction(async (tx) => {
    const { version: currentVersion, ...before } = settingsOf(await lockSettings(tx));
    const change = changesOf(before, settings);
    // Idempotent: the same request sent twice has nothing left to change the second time.
    if (!change) return { ...before, version: currentVersion };
    if (version !== currentVersion)
      throw new DomainError('conflict', 'settings_conflict', storeSettingsMessages.editConflict);

    const saved = await updateSettings(tx, valuesOf(settings));
    await record(tx, actor, { action: 'settings.save', entity: 'settings', entityId: 'store', ...change });
    return settingsOf(saved);
  });
}
