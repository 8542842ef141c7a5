import { desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { promoCodes } from './schema.ts';

export type PromoRow = typeof promoCodes.$inferSelect;
type Values = Pick<
  PromoRow,
  'title' | 'description' | 'percentBp' | 'startsAt' | 'endsAt' | 'usageLimit' | 'perUserLimit'
>;

/** Newest first: ids begin with their time. */
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

/** Not now(): a redemption that got the lock of the code first may have begun later than this transaction. */
export const LOWERED_NOW = { perUserLimitLoweredAt: sql`clock_timestamp()` };

/** How often it was used is never written here: orders count that. */
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
