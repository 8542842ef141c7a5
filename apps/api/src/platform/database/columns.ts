import { sql } from 'drizzle-orm';
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid().primaryKey().default(sql`uuid_v7()`);

/** A bigint that is safe as a number: cents and counts stay far below 2^53. */
export const bigintNumber = () => bigint({ mode: 'number' });

export const timestamptz = () => timestamp({ withTimezone: true });
export const createdAt = () => timestamptz().notNull().defaultNow();
export const updatedAt = () => timestamptz().notNull().defaultNow();

/** Id of the transaction that wrote the row, set by the database. */
export const createdXid = () =>
  customType<{ data: string }>({ dataType: () => 'xid8' })()
    .notNull()
    .default(sql`pg_current_xact_id()`);

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** For generated columns: their expression is defined only in the migration. */
export const generated = sql``;
