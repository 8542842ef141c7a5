import { type Fragment, raw, sql } from './sql.ts';

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
