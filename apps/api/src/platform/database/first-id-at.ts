import { type Fragment, sql } from './sql.ts';

/** The lowest id of a moment: ids are UUIDv7 and start with their time, so the primary key filters by time. */
export const firstIdAt = (moment: Fragment) =>
  sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;
