import type { SQLWrapper } from 'drizzle-orm';
import { sql } from './sql.ts';

/** A timestamp in the format of the API: UTC with milliseconds. */
export const isoTimestamp = (timestamp: SQLWrapper) =>
  sql`to_char(${timestamp} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
