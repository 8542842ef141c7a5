import type { DiscountCodeQuery } from '@shop/contracts/discounts/admin-schema';
import { basisPoints, bool, number, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { sortDirection } from '#platform/database/sort-direction.ts';
import { all, assignments, columnsOf, first, one, raw, rowsOf, sql, when } from '#platform/database/sql.ts';

const discountCode = {
  id: uuid,
  code: text,
  title: text,
  description: text,
  percentBp: basisPoints,
  active: bool,
  startsAt: orNull(timestamp),
  endsAt: orNull(timestamp),
  usageLimit: orNull(number),
  perUserLimit: orNull(number),
  perUserLimitLoweredAt: orNull(timestamp),
  used: number,
};
const COLUMNS = columnsOf(discountCode);

export type DiscountCodeRow = Row<typeof discountCode>;
type Values = Pick<
  DiscountCodeRow,
  'title' | 'description' | 'percentBp' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perUserLimit'
>;

/** Newest first by default, keyset pagination: ids are time-ordered (UUIDv7), and codes are unique. */
export function listDiscountCodes({ sort = '-created', after }: DiscountCodeQuery, limit: number) {
  const { direction, beyond } = sortDirection(sort);
  const isByCode = sort === 'code' || sort === '-code';
  const key = raw(isByCode ? 'code' : 'id');
  const last = isByCode ? sql`(select code from discount_codes where id = ${after})` : sql`${after}`;
  return all('discounts.list', discountCode)`
    select ${COLUMNS} from discount_codes ${when(after, sql`where ${key} ${beyond} ${last}`)}
     order by ${key} ${direction} limit ${limit}`;
}

export const findDiscountCode = (id: string) =>
  first('discounts.find', discountCode)`select ${COLUMNS} from discount_codes where id = ${id}`;

export const lockDiscountCode = (id: string) =>
  first('discounts.lock', discountCode)`
    select ${COLUMNS} from discount_codes where id = ${id} for no key update`;

export const insertDiscountCode = (values: Values & { code: string }) =>
  one('discounts.insert', discountCode)`insert into discount_codes ${rowsOf([values])} returning ${COLUMNS}`;

/** Not now(): a redemption that locked the code first may have started later than this transaction. */
export const LOWERED_NOW = { perUserLimitLoweredAt: sql`clock_timestamp()` };

/** Never writes `used`, which is counted by orders. */
export const updateDiscountCode = (id: string, change: (Values & Partial<typeof LOWERED_NOW>) | { active: boolean }) =>
  one('discounts.update', discountCode)`
    update discount_codes set ${assignments(change)} where id = ${id} returning ${COLUMNS}`;
