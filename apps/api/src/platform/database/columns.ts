import { staffMessages } from '@shop/contracts/common/messages';
import type { Db } from './db.ts';
import { orNull, text } from './row.ts';
import { type Fragment, one, raw, sql } from './sql.ts';

/** The lowest id of a moment: ids are UUIDv7 and start with their time, so the primary key filters by time. */
export const firstIdAt = (moment: Fragment) =>
  sql`(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** A number in the text of the statement instead of a parameter, for constants and computed counts, never for input. */
export const inlineNumber = (number: number) => raw(`${number}`);

/** A timestamp in the format of the API: UTC with milliseconds. */
export const isoTimestamp = (timestamp: Fragment) =>
  sql`to_char(${timestamp} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Escapes the wildcards of `like`, so that the text matches literally. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * Option values as JSON in the order of the `options` of product `p`, a list of `{ name, values }`: jsonb itself sorts keys
 * by length. It stays in order only as `json`, not inside jsonb.
 */
export const orderedOptions = (optionValues: Fragment) => sql`
  case when jsonb_array_length(p.options) < 2 then ${optionValues}::json
       else (select coalesce(json_object_agg(chosen.key, chosen.value order by named.place, chosen.key), '{}')
               from jsonb_each_text(${optionValues}) chosen
               left join jsonb_array_elements(p.options) with ordinality named (option, place)
                 on named.option ->> 'name' = chosen.key) end`;

/** Of variant `v`, and of the line `l` of an order, an invoice or a checkout. */
export const VARIANT_OPTIONS = orderedOptions(raw('v.option_values'));
export const LINE_OPTIONS = orderedOptions(raw('l.option_values'));

/**
 * Direction of a sort order such as `-date`, where the minus is descending, and the operator for keyset pagination:
 * `(key, id) ${beyond} (key and id of the last row)`.
 */
export const sortDirection = (sort: string) =>
  sort.startsWith('-') ? { direction: raw('desc'), beyond: raw('<') } : { direction: raw('asc'), beyond: raw('>') };

type DatePage = { sort?: 'date' | '-date'; after?: string };

/** Keyset pagination by date, newest first by default: ids are time-ordered (UUIDv7). */
export function byDate(id: Fragment, { sort = '-date', after }: DatePage) {
  const { direction, beyond } = sortDirection(sort);
  return { order: sql`${id} ${direction}`, isAfter: after ? sql`${id} ${beyond} ${after}` : sql`true` };
}

/** Displayed name of a staff member; `user` is the alias of their row of `users`. Null if there is no row. */
export function staffName(user: string) {
  const row = raw(user);
  return sql`case when ${row}.deleted_at is null then ${row}.name else ${staffMessages.formerStaffMember}::text end`;
}

/** The time zone of the store, whose days reports and filters use. */
export async function findStoreTimeZone(db: Db) {
  const { zone } = await db.run(
    one('platform.findStoreTimeZone', { zone: orNull(text) })`select store_time_zone() as zone`,
  );
  return zone ?? 'UTC';
}
