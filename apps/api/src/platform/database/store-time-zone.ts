import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** The time zone of the store, whose days reports and filters use. */
export async function findStoreTimeZone(db: Db) {
  const { rows } = await db.execute<{ zone: string }>(sql`select store_time_zone() as zone`);
  return rows[0]?.zone ?? 'UTC';
}
