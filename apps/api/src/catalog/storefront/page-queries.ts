import { FEATURED_COUNT, PAGE_SIZE } from '@shop/contracts/catalog/constants';
import type { SortBy } from '@shop/contracts/catalog/schema';
import { type SQL, sql } from 'drizzle-orm';
import { type Cursor, NIL_ID } from '#catalog/rules.ts';
import { beyond, SORT } from '#catalog/search/list-queries.ts';
import { brandIdOf, categoryIdOf } from '#catalog/taxonomy/alias-queries.ts';
import { type Db, preparedIf } from '#platform/database/db.ts';
import { inlineFragment, inlineNumber } from '#platform/database/inline.ts';
import { CARD, CARD_JOINS } from './card-queries.ts';

/** The names of at most one of them: with one, every value has the same good plan, a range of an index. */
type LabelNames = { category?: string; brand?: string };

type CardPage = { label: LabelNames; sortBy: SortBy; limit: number; after?: Cursor };
type CardPageRow = { cards: string; total: number; last: { value: string; id: string } | null };

/** Only these are prepared: a statement for every limit that a client can ask for would fill the memory of PostgreSQL. */
const PREPARED_LIMITS = [PAGE_SIZE, FEATURED_COUNT];

/**
 * A page of all published products or those of a category or brand, with their number, in one statement. `last`
 * is the last product of the page, if there are more.
 */
export async function findCardPage(db: Db, page: CardPage) {
  const { rows } = await db.execute<CardPageRow>(isFirstOfAll(page) ? firstOfAll(page) : cardPage(page));
  return rows[0] ?? { cards: '[]', total: 0, last: null };
}

const isFirstOfAll = ({ label, limit, after }: CardPage) =>
  !after && label.category === undefined && label.brand === undefined && PREPARED_LIMITS.includes(limit);

/** The most frequent statement of all, one for each order and usual limit: composed once. */
const firstPages = new Map<string, SQL>();
function firstOfAll(page: CardPage) {
  const key = `${page.sortBy} ${page.limit}`;
  const statement = firstPages.get(key) ?? inlineFragment(cardPage(page));
  firstPages.set(key, statement);
  return statement;
}

function cardPage({ label, sortBy, limit, after }: CardPage) {
  const { column, order, write } = SORT[sortBy];
  const categoryId = label.category ? categoryIdOf(label.category) : undefined;
  const brandId = label.brand ? brandIdOf(label.brand) : undefined;
  const nil = sql.raw(`'${NIL_ID}'`);
  return sql`${preparedIf(PREPARED_LIMITS.includes(limit))}
    with page as materialized (
      select p.id, ${write}::text as value, row_number() over (order by ${column} ${order}, p.id ${order}) as place
        from products p
       where p.status = 'published'
             ${categoryId ? sql`and p.category_id = ${categoryId}` : sql``}
             ${brandId ? sql`and p.brand_id = ${brandId}` : sql``} ${beyond(sortBy, after)}
       order by ${column} ${order}, p.id ${order} limit ${inlineNumber(limit + 1)})
    select (select '[' || coalesce(string_agg(${CARD}, ',' order by page.place), '') || ']'
              from page
             cross join lateral (select * from product_cards where product_id = page.id offset 0) c
              ${CARD_JOINS}
             where page.place <= ${inlineNumber(limit)}) as cards,
           (select coalesce(sum(products), 0)::int from facet_counts
             where category_id = ${categoryId ?? nil} and brand_id = ${brandId ?? nil} and band = 0 and stars = 0) as total,
           (select json_build_object('value', value, 'id', id) from page
             where place = ${inlineNumber(limit)} and (select count(*) from page) > ${inlineNumber(limit)}) as last`;
}
