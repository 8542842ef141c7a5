import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { SettingsRow } from './rules.ts';
import { storeSettings } from './schema.ts';

export const findSettings = async (db: Db) => requireRow(await db.select().from(storeSettings));

/** Locked until the transaction ends: serializes concurrent saves. */
export const lockSettings = async (tx: Db) => requireRow(await tx.select().from(storeSettings).for('update'));

export const updateSettings = async (tx: Db, values: Omit<SettingsRow, 'version'>) =>
  requireRow(
    await tx
      .update(storeSettings)
      .set({ ...values, version: sql`${storeSettings.version} + 1` })
      .returning(),
  );

function requireRow(rows: SettingsRow[]) {
  const [row] = rows;
  if (!row) throw new Error('The store settings are missing.');
  return row;
}
