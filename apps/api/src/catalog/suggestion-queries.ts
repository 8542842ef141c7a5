import type { Db } from '#platform/database/db.ts';
import { bool, cents, orNull, type Row, text } from '#platform/database/row.ts';
import { all, sql } from '#platform/database/sql.ts';
import { IN_STOCK } from './stock-queries.ts';

export const suggested = {
  name: text,
  slug: text,
  priceCents: cents,
  salePriceCents: orNull(cents),
  image: orNull(text),
  inStock: bool,
};
export type SuggestionRow = Row<typeof suggested>;

/** The columns of a suggestion of product `p`. */
export const SUGGESTION = sql`
  p.name, p.slug, p.price_cents, p.sale_price_cents,
  (select url from product_images where product_id = p.id order by position limit 1) as image,
  ${IN_STOCK} as in_stock`;

/** The published ones, in the order of `ids`, which are JSON for the reason given at `listCards`. */
export async function listSuggestions(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  return db.run(all('storefront.listSuggestions', suggested, { prepare: true })`
    select ${SUGGESTION}
      from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as requested (id, place)
     cross join lateral (select * from products where id = requested.id::uuid and status = 'published' offset 0) p
     order by requested.place`);
}
