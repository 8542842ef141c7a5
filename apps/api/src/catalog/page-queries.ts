import { FEATURED_COUNT, PAGE_SIZE } from '@shop/contracts/catalog/constants';
import type { SortBy } from '@shop/contracts/catalog/schema';
import { z } from 'zod';
import { beyond, SORT } from '#catalog/search/list-queries.ts';
import { brandIdOf, categoryIdOf } from '#catalog/taxonomy/alias-queries.ts';
import { json, number, orNull, text } from '#platform/database/row.ts';
import { one, raw, sql, when } from '#platform/database/sql.ts';
import { CARD, CARD_JOINS } from './card-queries.ts';
import { type Cursor, NIL_ID } from './rules.ts';

/** The names of at most one of them: with one, every value has the same good plan, a range of an index. */
type LabelNames = { category?: string; brand?: string };

type CardPage = { label: LabelNames; sortBy: SortBy; limit: number; after?: Cursor };
const cardPage = { cards: text, total: number, last: orNull(json(z.object({ value: z.string(), id: z.string() }))) };

/** Only these are prepared: a statement for every limit that a client can ask for would fill the memory of PostgreSQL. */
const PREPARED_LIMITS = [PAGE_SIZE, FEATURED_COUNT];

/**
 * A page of all published products or those of a category or brand, with their number, in one statement. `last`
 * is the last product of the page, if there are more.
 */
export const findCardPage = (page: CardPage) => (isFirstOfAll(page) ? firstOfAll(page) : anyPage(page));

const isFirstOfAll = ({ label, limit, after }: CardPage) =>
  !after && label.category === undefined && label.brand === undefined && PREPARED_LIMITS.includes(limit);

const NIL = raw(`'${NIL_ID}'`);

/** The most frequent statement of all, one for each order and usual limit: composed once. */
const firstPages = new Map<string, ReturnType<typeof anyPage>>();
function firstOfAll(page: CardPage) {
  const key = `${page.sortBy} ${page.limit}`;
  const statement = firstPages.get(key) ?? anyPage(page);
  firstPages.set(key, statement);
  return statement;
}

function anyPage({ label, sortBy, limit, after }: CardPage) {
  const { column, order, write } = SORT[sortBy];
  const categoryId = label.category ? categoryIdOf(label.category) : undefined;
  const brandId = label.brand ? brandIdOf(label.brand) : undefined;
  const size = raw(`${limit}`);
  return one('storefront.findCardPage', cardPage, { prepare: PREPARED_LIMITS.includes(limit) })`
    with page as materialized (
      select p.id, ${write}::text as value, row_number() over (order by ${column} ${order}, p.id ${order}) as place
        from products p
       where p.status = 'published'
             ${when(categoryId, sql`and p.category_id = ${categoryId}`)}
             ${when(brandId, sql`and p.brand_id = ${brandId}`)} ${beyond(sortBy, after)}
       order by ${column} ${order}, p.id ${order} limit ${raw(`${limit + 1}`)})
    select (select '[' || coalesce(string_agg(${CARD}, ',' order by page.place), '') || ']'
              from page
             cross join lateral (select * from product_cards where product_id = page.id offset 0) c
              ${CARD_JOINS}
             where page.place <= ${size}) as cards,
           (select coalesce(sum(products), 0) from facet_counts
             where category_id = ${categoryId ?? NIL} and brand_id = ${brandId ?? NIL} and band = 0 and stars = 0) as total,
           (select json_build_object('value', value, 'id', id) from page
             where place = ${size} and (select count(*) from page) > ${size}) as last`;
}
