import { afterAll, expect, inject } from 'vitest';
import { deadlocks } from '#platform/database/connection.ts';
import { aCopyOf, openTestStore, type TestStoreOptions } from './harness.ts';

/** A database with the sample data for one test file, dropped after it. */
export async function createTestDatabase() {
  const database = await aCopyOf(inject('sampleDatabaseUrl'));
  afterAll(database.drop);
  return database.url;
}

/** How many deadlocks the connections of this test file were victims of. */
export const countDeadlocks = async () => (await deadlocks.get()).values[0]?.value;

/** The app on a new test database. After all tests no deadlock may have occurred: all code takes locks in one order. */
export async function createTestStore(options: Partial<TestStoreOptions> = {}) {
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase());
  const store = await openTestStore({ databaseUrl, mediaDir: inject('mediaDir'), ...options });
  afterAll(async () => {
    await store.close();
    expect(await countDeadlocks()).toBe(0);
  });
  return store;
}
