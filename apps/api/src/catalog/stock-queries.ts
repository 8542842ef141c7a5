import { sql } from '#platform/database/sql.ts';

/** Product `p` can be bought in one of its variants. `offset 0` prevents a join: stock is looked up product by product. */
export const IN_STOCK = sql`(p.sellable and exists (
  select from stock k join variants v on v.id = k.variant_id
   where k.product_id = p.id and v.archived_at is null and k.available > 0 offset 0))`;
