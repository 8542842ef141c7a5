import { afterAll, inject } from 'vitest';
import { aCopyOf, openShop, type ShopOptions } from './harness.ts';

/** A database with the sample for the tests of one file, gone when they are done. */
export async function ownDatabase() {
  const database = await aCopyOf(inject('sampleDatabaseUrl'));
  afterAll(database.drop);
  return database.url;
}

/** The app on such a database. */
export async function ownShop(options: Partial<ShopOptions> = {}) {
  const databaseUrl = options.databaseUrl ?? (await ownDatabase());
  const shop = await openShop({ databaseUrl, mediaDir: inject('mediaDir'), ...options });
  afterAll(shop.close);
  return shop;
}
