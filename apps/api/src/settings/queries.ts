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
    })
    .from(storeSettings);
  return terms;
}
