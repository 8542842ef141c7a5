import type { StoreTerms } from '@shop/contracts/money';
import type { Db } from '#db.ts';
import { findStoreTerms } from './queries.ts';

/** Read where it is used, in the same transaction: a price is never made of two different moments. */
export async function storeTerms(db: Db): Promise<StoreTerms> {
  const terms = await findStoreTerms(db);
  if (!terms) throw new Error('The store settings are missing.');
  return terms;
}
