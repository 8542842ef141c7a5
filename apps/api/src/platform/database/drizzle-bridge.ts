/** Until no statement is drizzle's: its templates take our fragments, and ours take its fragments. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

type Parts = { strings: readonly string[]; values: readonly unknown[] };

const dialect = new PgDialect({ casing: 'snake_case' });

export const isDrizzle = (value: unknown): value is SQLWrapper =>
  typeof value === 'object' && value !== null && 'getSQL' in value && typeof value.getSQL === 'function';

export function partsOf(fragment: SQLWrapper): Parts {
  const { sql: text, params } = dialect.sqlToQuery(fragment.getSQL());
  return { strings: text.split(/\$\d+/), values: params };
}

export const toDrizzle = ({ strings, values }: Parts): SQL =>
  sql.join(
    strings.flatMap((text, place) =>
      place === 0 ? [sql.raw(text)] : [drizzleValue(values[place - 1]), sql.raw(text)],
    ),
  );

function drizzleValue(value: unknown) {
  if (value === undefined) return sql.empty();
  return isDrizzle(value) ? value : sql`${sql.param(value)}`;
}
