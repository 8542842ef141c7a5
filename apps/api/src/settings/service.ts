import type { StoreTerms } from '@shop/contracts/common/money';
import type { Db } from '#platform/database/db.ts';
import { findSettings, findStoreTerms } from './queries.ts';
import { publicSettingsOf, settingsOf } from './rules.ts';

export const getSettings = async (db: Db) => settingsOf(await findSettings(db));

/** Read it in the transaction that uses it, so that a price is computed from one consistent state. */
export async function storeTerms(db: Db): Promise<StoreTerms> {
  const terms = await findStoreTerms(db);
  if (!terms) throw new Error('The store settings are missing.');
  return terms;
}

export const getPublicSettings = async (db: Db) => publicSettingsOf(await findSettings(db));
