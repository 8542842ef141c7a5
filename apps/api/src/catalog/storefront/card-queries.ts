import { sql } from 'drizzle-orm';
import { type Db, PREPARED } from '#platform/database/db.ts';
import type { ProductRow } from './rules.ts';

/** Columns of a product card, named like its fields. Lists come as JSON, which the driver parses faster than arrays. */
export const CARD_COLUMNS = sql`
  p.id, p.name, p.slug, p.description, p.price_cents::int, p.sale_price_cents::int,
  i.images, i."imageAlts", c.name as category, b.name as brand, to_json(p.tags) as tags, p.sellable, s.quantity,
  s."hasOptions", s."onlyOption", p.rating::float8 as ratings, p.rating_count::int as "reviewCount", p.specifications, p.created_at,
  p.updated_at`;
export const CARD_JOINS = sql`
  join categories c on c.id = p.category_id
  join brands b on b.id = p.brand_id
  cross join lateral (
    select coalesce(json_agg(url order by position), '[]') as images,
           coalesce(json_agg(alt order by position), '[]') as "imageAlts"
      from product_images where product_id = p.id) i
  cross join lateral (
    select coalesce(sum(k.available), 0)::float8 as quantity, count(*) > 1 as "hasOptions",
           case when jsonb_array_length(p.options) = 1 then json_build_object(
             'name', p.options -> 0 ->> 'name',
             'valuesInStock', coalesce(
               json_agg(v.option_values ->> (p.options -> 0 ->> 'name') order by v.position)
                 filter (where k.available > 0), '[]')) end as "onlyOption"
      from stock k join variants v on v.id = k.variant_id
     where k.product_id = p.id and v.archived_at is null) s`;

/** In the order of `ids`. Every list finds its ids first and loads its cards by this prepared statement. */
export async function listCards(db: Db, ids: string[]) {
  const { rows } = await db.execute<ProductRow>(sql`${PREPARED}
    select ${CARD_COLUMNS}
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as requested (id, place)
      join products p on p.id = requested.id
      ${CARD_JOINS}
     order by requested.place`);
  return rows;
}
