import { sql } from 'drizzle-orm';
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core';

export const id = () => uuid().primaryKey().default(sql`uuid_v7()`);

/** A bigint that is safe as a number: cents and counts stay far below 2^53. */
export const whole = () => bigint({ mode: 'number' });

export const moment = () => timestamp({ withTimezone: true });
export const createdAt = () => moment().notNull().defaultNow();
export const updatedAt = () => moment().notNull().defaultNow();

/** Which transaction wrote a row; the database fills it in. */
export const writtenIn = () =>
  customType<{ data: string }>({ dataType: () => 'xid8' })()
    .notNull()
    .default(sql`pg_current_xact_id()`);

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** For generated columns: how they are computed is said once, in the migration. */
export const byTheDatabase = sql``;
