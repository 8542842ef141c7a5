import type { Db } from '#platform/database/db.ts';
import { storeSettings } from './schema.ts';

export async function findStoreTerms(db: Db) {
  const [terms] = await db
    .select({
      taxBp: storeSettings.taxBp,
      standardShippingCents: storeSettings.standardShippingCents,
      expressShippingCents: storeSettings.expressShippingCents,
      freeShippingOverCents: storeSettings.freeShippingOverCents,
      paymentCurrency: storeSettings.paymentCurrency,
      paymentRate: storeSettings.paymentRate,
      paymentRateStatus: storeSettings.paymentRateStatus,
    })
    .from(storeSettings);
  return terms;
}

export const findSettings = async (db: Db) => requireSettings(await db.select().from(storeSettings));

/** The table has exactly one row. */
export function requireSettings<Row>(rows: Row[]) {
  const [row] = rows;
  if (!row) throw new Error('The store settings are missing.');
  return row;
}
