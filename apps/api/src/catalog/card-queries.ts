import type { Product } from '@shop/contracts/catalog/schema';
import type { Db } from '#platform/database/db.ts';
import { text } from '#platform/database/row.ts';
import { one, sql } from '#platform/database/sql.ts';

/**
 * The members of the JSON object of card `c`, as text that responses pass on without reading it: assembled here from columns
 * it takes twice the CPU (docs/adr/0026). Its fields are those of `Product` of the contract. With `CARD_JOINS` the names of
 * category and brand, and the stock of now.
 */
export const CARD_MEMBERS = sql`
  c.members || ',"category":' || to_json(g.name) || ',"brand":' || to_json(b.name)
  || ',"inStock":' || (c.sellable and s.quantity > 0) || ',"hasOptions":' || (cardinality(c.variant_ids) > 1)
  || ',"onlyOption":' || case when c.option_name is null then 'null'
                              else '{"name":' || to_json(c.option_name) || ',"valuesInStock":' || s.option_values || '}' end
  || ',"quantity":' || s.quantity`;
/** Only the detail of a product has reviews. */
export const CARD = sql`'{' || ${CARD_MEMBERS} || ',"reviews":[]}'`;
export const CARD_JOINS = sql`
  join categories g on g.id = c.category_id
  join brands b on b.id = c.brand_id
  cross join lateral (
    select coalesce(sum(k.available), 0) as quantity,
           coalesce(json_agg(c.option_values[v.place] order by v.place) filter (where k.available > 0), '[]') as option_values
      from stock k cross join lateral array_position(c.variant_ids, k.variant_id) v (place)
     where k.product_id = c.product_id and v.place is not null) s`;

/**
 * The JSON of these products, in the order of `ids`. They are passed as JSON, because with an array PostgreSQL would
 * plan the statement each time: fewer ids than it assumes for an unknown array look cheaper.
 */
export async function listCards(db: Db, ids: string[]) {
  if (ids.length === 0) return '[]';
  const { cards } = await db.run(one('storefront.listCards', { cards: text }, { prepare: true })`
    select '[' || coalesce(string_agg(${CARD}, ',' order by requested.place), '') || ']' as cards
      from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as requested (id, place)
     cross join lateral (select * from product_cards where product_id = requested.id::uuid offset 0) c
      ${CARD_JOINS}`);
  return cards;
}

export const parseCards = (cards: string): Product[] => JSON.parse(cards);
