import { type Fragment, sql } from './sql.ts';

/** A timestamp in the format of the API: UTC with milliseconds. */
export const isoTimestamp = (timestamp: Fragment) =>
  sql`to_char(${timestamp} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
