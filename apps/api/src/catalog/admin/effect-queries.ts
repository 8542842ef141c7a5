import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';

/** Of each kind: more are not counted. */
const HOLDERS_MAX = 10_000;

type Holders = { cartItems: number; wishlistItems: number; stockAlerts: number };

/** What customers hold of these products. Items and alerts of variants that are not for sale do not count. */
export async function countHolders(db: Db, productIds: string[]): Promise<Holders> {
  const ids = sql`${sql.param(productIds)}::uuid[]`;
  const most = inlineNumber(HOLDERS_MAX);
  const forSale = sql`variants v join products p on p.id = v.product_id and p.sellable
                       where v.product_id = any (${ids}) and v.archived_at is null`;
  const { rows } = await db.execute<Holders>(sql`
    select (select count(*)::int from (
              select from cart_lines where variant_id in (select v.id from ${forSale}) limit ${most}) c) as "cartItems",
           (select count(*)::int from (
              select from wishlist_items where product_id = any (${ids}) limit ${most}) w) as "wishlistItems",
           (select count(*)::int from (
              select from waitlist where variant_id in (select v.id from ${forSale}) limit ${most}) a)
             as "stockAlerts"`);
  return rows[0] ?? { cartItems: 0, wishlistItems: 0, stockAlerts: 0 };
}
