import { afterAll, inject } from 'vitest';
import { aCopyOf, openTestStore, type TestStoreOptions } from './harness.ts';

/** A database with the sample data for one test file, dropped after it. */
export async function createTestDatabase() {
  const database = await aCopyOf(inject('sampleDatabaseUrl'));
  afterAll(database.drop);
  return database.url;
}

/** The app on a new test database. */
export async function createTestStore(options: Partial<TestStoreOptions> = {}) {
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase());
  const store = await openTestStore({ databaseUrl, mediaDir: inject('mediaDir'), ...options });
  afterAll(store.close);
  return store;
}
