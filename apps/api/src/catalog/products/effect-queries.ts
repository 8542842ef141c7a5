import { inlineNumber } from '#platform/database/inline.ts';
import { number } from '#platform/database/row.ts';
import { one, sql } from '#platform/database/sql.ts';

/** Of each kind: more are not counted. */
const HOLDERS_MAX = 10_000;

const holders = { cartItems: number, wishlistItems: number, stockAlerts: number };

/** What customers hold of these products. Items and alerts of variants that are not for sale do not count. */
export function countHolders(productIds: string[]) {
  const ids = sql`${productIds}::uuid[]`;
  const most = inlineNumber(HOLDERS_MAX);
  const forSale = sql`variants v join products p on p.id = v.product_id and p.sellable
                       where v.product_id = any (${ids}) and v.archived_at is null`;
  return one('products.countHolders', holders)`
    select (select count(*) from (
              select from cart_lines where variant_id in (select v.id from ${forSale}) limit ${most}) c) as cart_items,
           (select count(*) from (
              select from wishlist_items where product_id = any (${ids}) limit ${most}) w) as wishlist_items,
           (select count(*) from (
              select from waitlist where variant_id in (select v.id from ${forSale}) limit ${most}) a)
             as stock_alerts`;
}
