import { COUNT_MAX } from '@shop/contracts/catalog';
import type { Pool } from 'pg';
import { type Add, conditions, hasTerms, matchesAnyText, parameters } from './queries-filter.ts';
import { isOpen, type ProductFilter } from './rules.ts';
import { type Condition, GRADES, type Search } from './rules-search.ts';

/** So many products are compared one by one; more are ordered in stages. */
export const COMPARED_MAX = 5_000;

/** Where in the order a product was found. */
export type Place = { rank: string; featured: string; id: string };

const arrayText = (keys: string[]) => `{${keys.join()}}`;

/** Every product that has a word: which word, and in which grade. */
function hits({ words, skuProducts }: Search, add: Add) {
  const byWord = words.flatMap(({ grades }, word) =>
    grades.flatMap(({ keys }, grade) =>
      keys.length === 0
        ? []
        : [
            `select product_id, featured_score, ${word} as word, ${grade} as grade
               from products_with_terms(${add([arrayText(keys)])}::text[], ${COMPARED_MAX + 1})`,
          ],
    ),
  );
  return [skuHits(skuProducts, add), ...byWord].join(' union all ');
}

/** The same, where the products are given and the words may be anything. */
function hitsAmong({ words, skuProducts }: Search, ids: string[], add: Add) {
  const among = `product_search s join products p on p.id = s.product_id where p.id = any (${add(ids)}::uuid[])`;
  const byWord = words.map(({ text, vague, grades }, word) => {
    const cases = grades.map(({ keys }, grade) => `when ${hasTerms(keys, add)} then ${grade}`).join(' ');
    return `select s.product_id, s.featured_score, ${word} as word,
                   case ${cases} ${vague ? `when ${matchesAnyText([text], add)} then ${GRADES.length}` : ''} end as grade
              from ${among}`;
  });
  return `select * from (${[skuHits(skuProducts, add), ...byWord].join(' union all ')}) hits where grade is not null`;
}

const skuHits = (skuProducts: string[], add: Add) =>
  `select product_id, featured_score, 0 as word, ${GRADES.length} as grade from product_search where product_id = any (${add(skuProducts)}::uuid[])`;

/** All products with any of the words, unless they are too many to be compared. */
export async function listMatchingIds(pool: Pool, search: Search) {
  const { values, add } = parameters();
  const { rows } = await pool.query<{ id: string }>(
    `select product_id as id from (${hits(search, add)}) hits group by 1 limit ${COMPARED_MAX + 1}`,
    values,
  );
  return rows.length > COMPARED_MAX ? undefined : rows.map(({ id }) => id);
}

type Page = { filter: ProductFilter; limit: number; after?: Omit<Place, 'rank'> };

/** A word that is missing weighs more than all others in the worst places. */
const MISSING = 1_000;

/** Compared one by one: more words first, then by where they stand; a SKU that was typed comes before all. */
export async function listCompared(
  pool: Pool,
  search: Search,
  { filter, limit, after, among }: Page & { after?: Place; among?: string[] },
) {
  const { values, add } = parameters();
  const sku = `array_position(${add(search.skuProducts)}::uuid[], product_id)`;
  const beyond = after
    ? `where (-rank, featured_score, product_id)
             < (-${add(after.rank)}::bigint, ${add(after.featured)}::bigint, ${add(after.id)}::uuid)`
    : '';
  // Only what is published can be searched at all.
  const kept = isOpen(filter) ? '' : `join products p on p.id = r.product_id where ${conditions(filter, add)}`;
  const { rows } = await pool.query<Place & { total: number }>(
    `with hits as materialized (${among ? hitsAmong(search, among, add) : hits(search, add)}),
          best as (select product_id, featured_score, word, min(grade) as grade from hits group by 1, 2, 3),
          ranked as (select product_id, featured_score,
                            coalesce(${sku} - ${MISSING}, (${search.words.length} - count(*)) * ${MISSING} + sum(grade)) as rank
                       from best group by 1, 2),
          found as materialized (select r.* from ranked r ${kept})
     select product_id as id, rank::text, featured_score::text as featured, (select count(*) from found)::int as total
       from found ${beyond}
      order by found.rank, featured_score desc, product_id desc
      limit ${add(limit)}`,
    values,
  );
  return rows;
}

/** So far along the shelf it is worth to look at one product after another. */
export const WALKED = 4_000;

/** Part of a search: what a product must have, or hold in its texts, or be. */
export type Stage = { condition: Condition; texts?: string[]; ids?: string[] };
type StagePage = Page & { stage: Stage; before: Stage[] };

/** The products of one stage that were in none before it, in the shop's own order: found by the index of terms. */
export async function listIndexed(pool: Pool, page: StagePage) {
  const { values, add } = parameters();
  return listStage(pool, page, { from: `(${indexed(page.stage, add)}) s`, sort: 's', values, add });
}

/** The same, found on a stretch of the shelf. */
export async function listAlongShelf(pool: Pool, page: StagePage) {
  const { values, add } = parameters();
  const stretch = `select * from product_search s where ${isBeyond('s', page.after, add)}
                    order by s.featured_score desc, s.product_id desc ${page.stage.texts ? '' : `limit ${WALKED}`}`;
  return listStage(pool, page, { from: `(${stretch}) s`, sort: 's', values, add });
}

/** The same, where both the filter and the words are common: how many of either there are, the planner knows. */
export async function listFiltered(pool: Pool, page: StagePage) {
  return listStage(pool, page, { from: 'product_search s', sort: 'p', ...parameters() });
}

type Source = { from: string; sort: 's' | 'p'; values: unknown[]; add: Add };
const PLACE = { s: 's.featured_score, s.product_id', p: 'p.featured_score, p.id' };
const ORDER = { s: 's.featured_score desc, s.product_id desc', p: 'p.featured_score desc, p.id desc' };

const isBeyond = (sort: Source['sort'], after: Page['after'], add: Add) =>
  after ? `(${PLACE[sort]}) < (${add(after.featured)}::bigint, ${add(after.id)}::uuid)` : 'true';

async function listStage(pool: Pool, { stage, before, filter, limit, after }: StagePage, source: Source) {
  const { from, sort, values, add } = source;
  const { rows } = await pool.query<Omit<Place, 'rank'>>(
    `select s.product_id as id, s.featured_score::text as featured
       from ${from} join products p on p.id = s.product_id
      where ${isBeyond(sort, after, add)} and ${meets(stage, add)} and ${conditions(filter, add)}
        and not (${['false', ...before.map((earlier) => meets(earlier, add))].join(' or ')})
      order by ${ORDER[sort]} limit ${add(limit)}`,
    values,
  );
  return rows;
}

const indexed = ({ condition, ids }: Stage, add: Add) =>
  ids
    ? `select * from product_search where product_id = any (${add(ids)}::uuid[])`
    : condition
        .map(
          (sets) => `select * from products_with_terms(${add(sets.map(({ keys }) => arrayText(keys)))}::text[], null)`,
        )
        .join(' union ');

function meets({ condition, texts, ids }: Stage, add: Add) {
  const ways = condition.map((sets) => `(${sets.map(({ keys }) => hasTerms(keys, add)).join(' and ')})`);
  if (texts) ways.push(matchesAnyText(texts, add));
  if (ids) ways.push(`s.product_id = any (${add(ids)}::uuid[])`);
  return `(${ways.join(' or ')})`;
}

/** Counted by the index of terms, as far as a total is ever told. */
export async function countWithTerms(pool: Pool, keys: string[]) {
  const { rows } = await pool.query<{ total: number }>(
    'select count(*)::int as total from products_with_terms($1::text[], $2)',
    [[arrayText(keys)], COUNT_MAX + 1],
  );
  return rows[0]?.total ?? 0;
}

/** Roughly, and without counting: what the database last knew. */
export async function estimateShop(pool: Pool) {
  const { rows } = await pool.query<{ products: number }>({
    name: 'shop_size',
    text: "select greatest(reltuples, 1)::float8 as products from pg_class where oid = 'product_search'::regclass",
  });
  return rows[0]?.products ?? 1;
}
