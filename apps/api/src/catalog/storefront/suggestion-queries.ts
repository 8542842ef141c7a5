import { sql } from 'drizzle-orm';
import { IN_STOCK } from '#catalog/stock-queries.ts';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { inlineFragment } from '#platform/database/inline.ts';
import type { SuggestionRow } from './rules.ts';

/** The columns of a `SuggestionRow` of product `p`. */
export const SUGGESTION = inlineFragment(sql`
  p.name, p.slug, p.price_cents::int, p.sale_price_cents::int,
  (select url from product_images where product_id = p.id order by position limit 1) as image,
  ${IN_STOCK} as in_stock`);

/** The published ones, in the order of `ids`, which are JSON for the reason given at `listCards`. */
export async function listSuggestions(db: Db, ids: string[]) {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<SuggestionRow>(sql`${PREPARED}
    select ${SUGGESTION}
      from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as requested (id, place)
     cross join lateral (select * from products where id = requested.id::uuid and status = 'published' offset 0) p
     order by requested.place`);
  return rows;
}
