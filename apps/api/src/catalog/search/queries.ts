import type { ProductFilter } from '#catalog/rules.ts';
import { SUGGESTION, suggested } from '#catalog/storefront/suggestion-queries.ts';
import { number, orNull, text, uuid } from '#platform/database/row.ts';
import { all, and, type Fragment, join, raw, sql } from '#platform/database/sql.ts';
import {
  beyondTerms,
  COMPARED_KEYS_MAX,
  conditions,
  filterTerms,
  hasOneOf,
  hasText,
  isOneOf,
  matchesText,
  rowMatches,
  UNION_ALL,
} from './filter-queries.ts';
import { isUsual } from './match-queries.ts';
import type { Condition, Search } from './rules.ts';

/** Up to this many matches are ranked individually; more are ordered in stages. */
export const COMPARED_MAX = 5_000;

/** A product's position in the order of results. */
export type Place = { rank: string; featured: string; id: string };

/** A CTE `meaning` of the terms of each word and tier, and SQL for the words and tiers that rows of a CTE `s` have. */
export function meaningOf({ words }: Pick<Search, 'words'>) {
  const sets = words.flatMap(({ tiers }, word) =>
    tiers.flatMap(({ keys }, tier) => (keys.length > 0 ? [{ keys, word, tier }] : [])),
  );
  const column = (of: (set: (typeof sets)[number]) => unknown) => sets.map(of);
  const isShort = sets.reduce((sum, { keys }) => sum + keys.length, 0) <= COMPARED_KEYS_MAX;
  return {
    cte: sql`meaning as materialized (
      select keys::bigint[], word, tier
        from unnest(${column(({ keys }) => `{${keys.join(',')}}`)}::text[], ${column(({ word }) => word)}::int[],
                    ${column(({ tier }) => tier)}::int[]) m (keys, word, tier))`,
    hits: isShort
      ? sql`select s.product_id, m.word, m.tier from s join meaning m on s.terms && m.keys`
      : sql`select s.product_id, m.word, m.tier from s, unnest(s.terms) term
              join (select unnest(keys) as key, word, tier from meaning) m on m.key = term`,
  };
}

const UNION = raw(' union ');
const SPACE = raw(' ');
const ALWAYS = raw('true');
const FOUND = raw('found.product_id');
const ROW_PLACE = raw('featured_score, product_id');
const PRODUCT_PLACE = raw('p.featured_score, p.id');
const STAGE_OF_TERMS = raw('when g.stage is not null then g.stage');

/** How many products one scan may read: one statement is prepared for each. Larger scans cost more than the index. */
export const SCAN_SIZES = [125, 175, 250, 350, 500, 700, 1_000, 1_400, 2_000] as const;

/** One stage of a search: products match by their terms, by their texts or by their ids. */
export type Stage = { condition: Condition; texts?: string[]; ids?: string[] };
/** All stages of a search; `stageOf` is SQL for the stage of a product, over `count(*)` and `tier` of its words. */
export type Stages = { search: Pick<Search, 'words' | 'skuProducts'>; list: Stage[]; stageOf: string };
const NO_STAGE: Stage = { condition: [] };
const staged = { id: uuid, featured: text, stage: orNull(number) };
type StagePage = { filter: ProductFilter; stages: Stages; after?: Omit<Place, 'rank'>; atMost: number };

/**
 * The first candidates of a stage in featured order, found by the term index: without `offset 0` PostgreSQL would look
 * for a rare word in the index of that order. Only those are read as a whole.
 */
export function listIndexed(page: StagePage & { at: number }) {
  const within = filterTerms(page.filter);
  const selects = indexedStage(page.stages.list[page.at] ?? NO_STAGE).map(
    (way) => sql`select s.featured_score, s.product_id from product_search s where ${and(way, ...within)}`,
  );
  return listStaged(
    page,
    sql`select s.* from (select product_id from (${join(selects, UNION)} offset 0) found
                          where ${isBeyond(ROW_PLACE, page)}
                            and ${beyondTerms(page.filter, FOUND)}
                          order by featured_score desc, product_id desc limit ${raw(`${page.atMost}`)}) found
          join product_search s using (product_id)`,
  );
}

/** Of the next products of the filter in featured order, those that match, whatever their stage. */
export function scanByFeatured(page: StagePage) {
  const { search, list } = page.stages;
  const matches = [
    { keys: search.words.flatMap(({ tiers }) => tiers.flatMap(({ keys }) => keys)) },
    ...(list.at(-1)?.texts ?? []).map((text) => ({ keys: [], text })),
  ];
  return listStaged(
    page,
    sql`select s.* from (select p.id from products p
                          where ${conditions(page.filter)} and ${isBeyond(PRODUCT_PLACE, page)}
                          order by p.featured_score desc, p.id desc limit ${raw(`${page.atMost}`)}) p
         cross join lateral (select * from product_search where product_id = p.id offset 0) s
         where ${rowMatches({ matches, skuProducts: search.skuProducts })}`,
  );
}

const isBeyond = (place: Fragment, { after }: StagePage) =>
  after ? sql`(${place}) < (${after.featured}::bigint, ${after.id}::uuid)` : ALWAYS;

/** CTEs that match search rows against all terms, and SQL for the stage of row `s` joined with `g`. */
function stagesOf({ search, list, stageOf }: Stages, rows: Fragment) {
  const texts = list.at(-1)?.texts;
  const cases = [
    ...(search.skuProducts.length > 0 ? [sql`when ${isOneOf(search.skuProducts)} then 0`] : []),
    STAGE_OF_TERMS,
    ...(texts ? [sql`when ${matchesText(texts)} then ${raw(`${list.length - 1}`)}`] : []),
  ];
  const meaning = meaningOf(search);
  return {
    ctes: sql`${meaning.cte},
         s as materialized (${rows}),
         words as (select product_id, word, min(tier) as tier from (${meaning.hits}) hits group by 1, 2),
         g as (select product_id, case ${raw(stageOf)} end as stage from words group by 1)`,
    stage: sql`case ${join(cases, SPACE)} end`,
  };
}

/** Search rows with their stages. */
function listStaged({ filter, after, stages }: StagePage, rows: Fragment) {
  const { words, skuProducts } = stages.search;
  const { ctes, stage } = stagesOf(stages, rows);
  const prepare = !after && skuProducts.length === 0 && isUsual(filter, words.length);
  return all('search.listStaged', staged, { prepare })`
    with ${ctes}
    select s.product_id as id, s.featured_score::text as featured, ${stage} as stage
      from s left join g using (product_id)
     order by s.featured_score desc, s.product_id desc`;
}

/** The first products of all stages as suggestions, in one statement that reads every match. */
export function suggestRanked(stages: Stages, limit: number) {
  // Products of the earlier stages have the terms of the last one, too.
  const matches = indexedStage(stages.list.at(-1) ?? NO_STAGE);
  const rows = join(
    matches.map((way) => sql`select s.* from product_search s where ${way}`),
    UNION_ALL,
  );
  const { ctes } = stagesOf(stages, rows);
  return all('search.suggestRanked', suggested, { prepare: stages.search.words.length <= 2 })`
    with ${ctes},
         best as materialized (
           select s.product_id, s.featured_score, g.stage from s join g using (product_id)
            where g.stage is not null order by g.stage, s.featured_score desc, s.product_id desc limit ${raw(`${limit}`)})
    select ${SUGGESTION}
      from best cross join lateral (select * from products where id = best.product_id offset 0) p
     order by best.stage, best.featured_score desc, best.product_id desc`;
}

/** Up to this many terms are looked up individually; for more, the text that all of them contain. */
const TERMS_MAX = 60;

function indexedStage({ condition, texts = [], ids }: Stage) {
  const has = ({ keys, text }: Condition[number][number]) =>
    keys.length > TERMS_MAX && text !== undefined ? hasText(text) : hasOneOf(keys);
  return [...condition.map((sets) => and(...sets.map(has))), ...texts.map(hasText), ...(ids ? [isOneOf(ids)] : [])];
}
