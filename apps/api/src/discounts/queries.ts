import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { discountCodes } from './schema.ts';

export type DiscountCodeRow = typeof discountCodes.$inferSelect;
type Values = Pick<
  DiscountCodeRow,
  'title' | 'description' | 'percentBp' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perUserLimit'
>;

/** Newest first, keyset pagination: ids are time-ordered (UUIDv7). */
export const listDiscountCodes = (db: Db, after: string | undefined, limit: number) =>
  db
    .select()
    .from(discountCodes)
    .where(after ? lt(discountCodes.id, after) : undefined)
    .orderBy(desc(discountCodes.id))
    .limit(limit);

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
