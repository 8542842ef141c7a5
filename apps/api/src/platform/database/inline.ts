import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** A number in the text of the statement instead of a parameter, for constants and computed counts, never for input. */
export const inlineNumber = (number: number) => sql.raw(`${number}`);

const dialect = new PgDialect();

/**
 * A constant fragment as text: a statement that contains it is composed faster, because its parts are not visited again.
 * It must have no parameters.
 */
export function inlineFragment(fragment: SQL) {
  const query = dialect.sqlToQuery(fragment);
  if (query.params.length > 0) throw new Error(`A constant fragment has parameters: ${query.sql}`);
  return sql.raw(query.sql);
}
