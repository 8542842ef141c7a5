import type { Db } from './db.ts';
import { orNull, text } from './row.ts';
import { one } from './sql.ts';

/** The time zone of the store, whose days reports and filters use. */
export async function findStoreTimeZone(db: Db) {
  const { zone } = await db.run(
    one('platform.findStoreTimeZone', { zone: orNull(text) })`select store_time_zone() as zone`,
  );
  return zone ?? 'UTC';
}
