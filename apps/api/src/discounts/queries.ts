import type { DiscountCodeQuery } from '@shop/contracts/discounts/admin-schema';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { sortDirection } from '#platform/database/sort-direction.ts';
import { discountCodes } from './schema.ts';

export type DiscountCodeRow = typeof discountCodes.$inferSelect;
type Values = Pick<
  DiscountCodeRow,
  'title' | 'description' | 'percentBp' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perUserLimit'
>;

/** Newest first by default, keyset pagination: ids are time-ordered (UUIDv7), and codes are unique. */
export function listDiscountCodes(db: Db, { sort = '-created', after }: DiscountCodeQuery, limit: number) {
  const { direction, beyond } = sortDirection(sort);
  const isByCode = sort === 'code' || sort === '-code';
  const key = isByCode ? discountCodes.code : discountCodes.id;
  const last = isByCode ? sql`(select code from discount_codes where id = ${after})` : sql`${after}`;
  return db
    .select()
    .from(discountCodes)
    .where(after ? sql`${key} ${beyond} ${last}` : undefined)
    .orderBy(sql`${key} ${direction}`)
    .limit(limit);
}

export async function findDiscountCode(db: Db, id: string) {
  const [discountCode] = await db.select().from(discountCodes).where(eq(discountCodes.id, id));
  return discountCode;
}

export async function lockDiscountCode(tx: Db, id: string) {
  const [discountCode] = await tx.select().from(discountCodes).where(eq(discountCodes.id, id)).for('no key update');
  return discountCode;
}

export const insertDiscountCode = async (tx: Db, discountCode: Values & { code: string }) =>
  requireRow(await tx.insert(discountCodes).values(discountCode).returning());

/** Not now(): a redemption that locked the code first may have started later than this transaction. */
export const LOWERED_NOW = { perUserLimitLoweredAt: sql`clock_timestamp()` };

/** Never writes `used`, which is counted by orders. */
export const updateDiscountCode = async (
  tx: Db,
  id: string,
  change: (Values & Partial<typeof LOWERED_NOW>) | { active: boolean },
) => requireRow(await tx.update(discountCodes).set(change).where(eq(discountCodes.id, id)).returning());

function requireRow(rows: DiscountCodeRow[]) {
  const [row] = rows;
  if (!row) throw new Error('The discount code was not stored.');
  return row;
}
