import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { requireSettings } from './queries.ts';
import type { SettingsRow } from './rules.ts';
import { storeSettings } from './schema.ts';

/** Of a store with the sample data, unless an owner has saved its settings. */
export const assumePaymentRate = (tx: Db) =>
  tx
    .update(storeSettings)
    .set({ paymentRateStatus: 'assumed' })
    .where(and(eq(storeSettings.version, 1), eq(storeSettings.paymentRateStatus, 'unconfirmed')));

/** Locked until the transaction ends: serializes concurrent saves. */
export const lockSettings = async (tx: Db) => requireSettings(await tx.select().from(storeSettings).for('update'));

export const updateSettings = async (tx: Db, values: Omit<SettingsRow, 'version'>) =>
  requireSettings(
    await tx
      .update(storeSettings)
      .set({ ...values, version: sql`${storeSettings.version} + 1` })
      .returning(),
  );
