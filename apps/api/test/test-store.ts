import { afterAll, inject } from 'vitest';
import { aCopyOf, openTestStore, type TestStoreOptions } from './harness.ts';

/** A database with the sample for the tests of one file, gone when they are done. */
export async function createTestDatabase() {
  const database = await aCopyOf(inject('sampleDatabaseUrl'));
  afterAll(database.drop);
  return database.url;
}

/** The app on such a database. */
export async function createTestStore(options: Partial<TestStoreOptions> = {}) {
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase());
  const store = await openTestStore({ databaseUrl, mediaDir: inject('mediaDir'), ...options });
  afterAll(store.close);
  return store;
}
