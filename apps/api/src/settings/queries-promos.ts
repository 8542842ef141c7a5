import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { promoCodes } from './schema.ts';

export type PromoRow = typeof promoCodes.$inferSelect;
type Values = Pick<
  PromoRow,
  'title' | 'description' | 'percentBp' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perUserLimit'
>;

/** Newest first, keyset pagination: ids are time-ordered (UUIDv7). */
export const listPromos = (db: Db, after: string | undefined, limit: number) =>
  db
    .select()
    .from(promoCodes)
    .where(after ? lt(promoCodes.id, after) : undefined)
    .orderBy(desc(promoCodes.id))
    .limit(limit);

export async function findPromo(db: Db, id: string) {
  const [promo] = await db.select().from(promoCodes).where(eq(promoCodes.id, id));
  return promo;
}

export async function lockPromo(tx: Db, id: string) {
  const [promo] = await tx.select().from(promoCodes).where(eq(promoCodes.id, id)).for('no key update');
  return promo;
}

export const insertPromo = async (tx: Db, promo: Values & { code: string }) =>
  requireRow(await tx.insert(promoCodes).values(promo).returning());

/** Not now(): a redemption that locked the code first may have started later than this transaction. */
export const LOWERED_NOW = { perUserLimitLoweredAt: sql`clock_timestamp()` };

/** Never writes `used`, which is counted by orders. */
export const updatePromo = async (
  tx: Db,
  id: string,
  change: (Values & Partial<typeof LOWERED_NOW>) | { active: boolean },
) => requireRow(await tx.update(promoCodes).set(change).where(eq(promoCodes.id, id)).returning());

function requireRow(rows: PromoRow[]) {
  const [row] = rows;
  if (!row) throw new Error('The discount code was not stored.');
  return row;
}
