import { type SQL, sql } from 'drizzle-orm';

/** A timestamp in the format of the API: UTC with milliseconds. */
export const isoTimestamp = (timestamp: SQL) =>
  sql`to_char(${timestamp} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
