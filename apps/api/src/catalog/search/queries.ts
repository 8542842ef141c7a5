import type { ProductFilter, Wide } from '#catalog/storefront/rules.ts';
import type { Queries } from '#platform/database/search-connections.ts';
import {
  type Add,
  beyondTerms,
  conditions,
  filterTerms,
  hasText,
  indexedWays,
  matchesText,
  parameters,
  rowMatches,
} from './filter-queries.ts';
import { type Condition, type Search, TIERS } from './rules.ts';

/** Up to this many matches are ranked individually; more are ordered in stages. */
export const COMPARED_MAX = 5_000;

/** A product's position in the order of results. */
export type Place = { rank: string; featured: string; id: string };

/** Those of these products that match the search and the filter. */
export async function listMatchingAmong(connection: Queries, wide: Wide, filter: ProductFilter, ids: string[]) {
  const { values, add } = parameters();
  const { rows } = await connection.query<{ id: string }>(
    `select s.product_id as id from product_search s join products p on p.id = s.product_id
      where s.product_id = any (${add(ids)}::uuid[]) and ${rowMatches(wide, add)} and ${conditions(filter, add)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/**
 * All products that match, or undefined if there are more than `atMost`. Every word is looked up together with the
 * filter in one index; after a word with too many matches the next ones are skipped.
 */
export async function listMatchingIds(connection: Queries, wide: Wide, filter: ProductFilter, atMost: number) {
  const { values, add } = parameters();
  const ways = indexedWays(wide, add);
  if (ways.length === 0) return [];
  const within = filterTerms(filter, add);
  const selects = ways.map((way, place) => {
    const unlessMany = Array.from(
      { length: place },
      (_, before) => `(select count(*) from way_${before}) <= ${atMost}`,
    );
    const where = [way, ...within, ...unlessMany].join(' and ');
    return `way_${place} as materialized (select s.product_id from product_search s where ${where} limit ${atMost + 1})`;
  });
  const all = ways.map((_, place) => `way_${place}`);
  const { rows } = await connection.query<{ more: boolean; ids: string[] }>(
    `with ${selects.join(', ')},
          cut as materialized (select ${all.map((way) => `(select count(*) from ${way}) > ${atMost}`).join(' or ')} as more),
          candidates as materialized (${all.map((way) => `select product_id from ${way}, cut where not more`).join(' union ')})
     select more, (select coalesce(json_agg(product_id), '[]')
                     from (select c.product_id from candidates c
                            where ${beyondTerms(filter, 'c.product_id', add)} limit ${atMost + 1}) found) as ids
       from cut`,
    values,
  );
  const { more, ids } = rows[0] ?? { more: false, ids: [] };
  return more || ids.length > atMost ? undefined : ids;
}

/** SQL for the query word and the tier of every term. */
function meanings({ words }: Search, add: Add) {
  const all = words.flatMap(({ tiers }, word) =>
    tiers.flatMap(({ keys }, tier) => keys.map((key) => ({ key, word, tier }))),
  );
  const list = (column: (one: (typeof all)[number]) => unknown, type: string) => `${add(all.map(column))}::${type}[]`;
  return `select * from unnest(${list(({ key }) => key, 'bigint')}, ${list(({ word }) => word, 'int')},
                               ${list(({ tier }) => tier, 'int')}) m (key, word, tier)`;
}

/** Rank penalty of a missing word: more than all other words in the worst tiers. */
const MISSING = 1_000;

/** Ranks products individually: SKU matches first, then by the number of matching words, then by their tiers. */
export async function searchRanked(
  connection: Queries,
  search: Search,
  { ids, limit, after }: { ids: string[]; limit: number; after?: Place },
) {
  const { values, add } = parameters();
  const sku = `array_position(${add(search.skuProducts)}::uuid[], product_id)`;
  const beyond = after
    ? `where (-rank, featured_score, product_id)
             < (-${add(after.rank)}::bigint, ${add(after.featured)}::bigint, ${add(after.id)}::uuid)`
    : '';
  const byText = search.words.flatMap(({ text, vague }, word) =>
    vague
      ? [`select product_id, featured_score, ${word}, ${TIERS.length} from s where ${matchesText([text], add)}`]
      : [],
  );
  const { rows } = await connection.query<Place>(
    `with meaning as materialized (${meanings(search, add)}),
          s as materialized (select * from product_search where product_id = any (${add(ids)}::uuid[])),
          hits (product_id, featured_score, word, tier) as (
            ${[
              'select product_id, featured_score, m.word, m.tier from s, unnest(s.terms) term join meaning m on m.key = term',
              `select product_id, featured_score, 0, ${TIERS.length} from s where ${sku} is not null`,
              ...byText,
            ].join(' union all ')}),
          best as (select product_id, featured_score, word, min(tier) as tier from hits group by 1, 2, 3),
          ranked as (select product_id, featured_score,
                            coalesce(${sku} - ${MISSING}, (${search.words.length} - count(*)) * ${MISSING} + sum(tier)) as rank
                       from best group by 1, 2)
     select product_id as id, rank::text, featured_score::text as featured
       from ranked ${beyond}
      order by ranked.rank, featured_score desc, product_id desc
      limit ${add(limit)}`,
    values,
  );
  return rows;
}

/** Up to this many products, a scan in featured order is worth it. */
export const SCAN_LIMIT = 2_000;

/** One stage of a search: products match by their terms, by their texts or by their ids. */
export type Stage = { condition: Condition; texts?: string[]; ids?: string[] };
/** All stages of a search; `stageOf` is SQL for the stage of a product, over `count(*)` and `tier` of its words. */
export type Stages = { search: Search; list: Stage[]; stageOf: string };
const NO_STAGE: Stage = { condition: [] };
type StagePage = { filter: ProductFilter; stages: Stages; after?: Omit<Place, 'rank'>; atMost: number };

/** The first candidates of a stage in featured order, found by the term index. */
export async function listIndexed(connection: Queries, page: StagePage & { at: number }) {
  const { values, add } = parameters();
  const within = filterTerms(page.filter, add);
  const selects = indexedStage(page.stages.list[page.at] ?? NO_STAGE, add).map(
    (way) => `select s.product_id from product_search s where ${[way, ...within].join(' and ')}`,
  );
  return listStaged(
    connection,
    page,
    `select s.* from product_search s
      where s.product_id in (select product_id from (${selects.join(' union all ')}) found offset 0)
        and ${isBeyond('s.featured_score, s.product_id', page, add)} and ${beyondTerms(page.filter, 's.product_id', add)}
      order by s.featured_score desc, s.product_id desc limit ${page.atMost}`,
    { values, add },
  );
}

/** The next products of the filter in featured order, whatever their stage. */
export async function scanByFeatured(connection: Queries, page: StagePage) {
  const { values, add } = parameters();
  return listStaged(
    connection,
    page,
    `select s.* from (select p.id from products p
                       where ${conditions(page.filter, add)} and ${isBeyond('p.featured_score, p.id', page, add)}
                       order by p.featured_score desc, p.id desc limit ${page.atMost}) p
       join product_search s on s.product_id = p.id`,
    { values, add },
  );
}

const isBeyond = (place: string, { after }: StagePage, add: Add) =>
  after ? `(${place}) < (${add(after.featured)}::bigint, ${add(after.id)}::uuid)` : 'true';

/** Search rows with their stages, matched against all terms in one statement. */
async function listStaged(
  connection: Queries,
  { stages: { search, list, stageOf } }: StagePage,
  rows: string,
  { values, add }: ReturnType<typeof parameters>,
) {
  const texts = list.at(-1)?.texts;
  const cases = [
    ...(search.skuProducts.length > 0 ? [`when s.product_id = any (${add(search.skuProducts)}::uuid[]) then 0`] : []),
    'when g.stage is not null then g.stage',
    ...(texts ? [`when ${matchesText(texts, add)} then ${list.length - 1}`] : []),
  ];
  const found = await connection.query<{ id: string; featured: string; stage: number | null }>(
    `with meaning as materialized (${meanings(search, add)}),
          s as materialized (${rows}),
          words as (select s.product_id, m.word, min(m.tier) as tier
                      from s, unnest(s.terms) term join meaning m on m.key = term group by 1, 2),
          g as (select product_id, case ${stageOf} end as stage from words group by 1)
     select s.product_id as id, s.featured_score::text as featured, case ${cases.join(' ')} end as stage
       from s left join g using (product_id)
      order by s.featured_score desc, s.product_id desc`,
    values,
  );
  return found.rows;
}

/** Up to this many terms are looked up individually; for more, the text that all of them contain. */
const TERMS_MAX = 60;

function indexedStage({ condition, texts = [], ids }: Stage, add: Add) {
  const has = ({ keys, text }: Condition[number][number]) =>
    keys.length > TERMS_MAX && text !== undefined ? hasText(text, add) : `s.terms && ${add(keys)}::bigint[]`;
  return [
    ...condition.map((sets) => sets.map(has).join(' and ')),
    ...texts.map((text) => hasText(text, add)),
    ...(ids ? [`s.product_id = any (${add(ids)}::uuid[])`] : []),
  ];
}

/** An estimate from the planner's statistics, without counting. */
export async function estimateProductCount(connection: Queries) {
  const { rows } = await connection.query<{ products: number }>({
    name: 'product_count',
    text: "select greatest(reltuples, 1)::float8 as products from pg_class where oid = 'product_search'::regclass",
  });
  return rows[0]?.products ?? 1;
}
