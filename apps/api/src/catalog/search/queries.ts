import { type SQL, sql } from 'drizzle-orm';
import type { ProductFilter } from '#catalog/rules.ts';
import type { SuggestionRow } from '#catalog/storefront/rules.ts';
import { SUGGESTION } from '#catalog/storefront/suggestion-queries.ts';
import { type Db, preparedIf } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import {
  AND,
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
  const column = (of: (set: (typeof sets)[number]) => unknown) => sql.param(sets.map(of));
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

/** How many products one scan may read: one statement is prepared for each. Larger scans cost more than the index. */
export const SCAN_SIZES = [125, 175, 250, 350, 500, 700, 1_000, 1_400, 2_000] as const;

/** One stage of a search: products match by their terms, by their texts or by their ids. */
export type Stage = { condition: Condition; texts?: string[]; ids?: string[] };
/** All stages of a search; `stageOf` is SQL for the stage of a product, over `count(*)` and `tier` of its words. */
export type Stages = { search: Pick<Search, 'words' | 'skuProducts'>; list: Stage[]; stageOf: string };
const NO_STAGE: Stage = { condition: [] };
type Staged = { id: string; featured: string; stage: number | null };
type StagePage = { filter: ProductFilter; stages: Stages; after?: Omit<Place, 'rank'>; atMost: number };

/**
 * The first candidates of a stage in featured order, found by the term index: without `offset 0` PostgreSQL would look
 * for a rare word in the index of that order. Only those are read as a whole.
 */
export async function listIndexed(db: Db, page: StagePage & { at: number }) {
  const within = filterTerms(page.filter);
  const selects = indexedStage(page.stages.list[page.at] ?? NO_STAGE).map(
    (way) => sql`select s.featured_score, s.product_id from product_search s where ${sql.join([way, ...within], AND)}`,
  );
  return listStaged(
    db,
    page,
    sql`select s.* from (select product_id from (${sql.join(selects, sql` union `)} offset 0) found
                          where ${isBeyond(sql`featured_score, product_id`, page)}
                            and ${beyondTerms(page.filter, sql`found.product_id`)}
                          order by featured_score desc, product_id desc limit ${inlineNumber(page.atMost)}) found
          join product_search s using (product_id)`,
  );
}

/** Of the next products of the filter in featured order, those that match, whatever their stage. */
export async function scanByFeatured(db: Db, page: StagePage) {
  const { search, list } = page.stages;
  const matches = [
    { keys: search.words.flatMap(({ tiers }) => tiers.flatMap(({ keys }) => keys)) },
    ...(list.at(-1)?.texts ?? []).map((text) => ({ keys: [], text })),
  ];
  return listStaged(
    db,
    page,
    sql`select s.* from (select p.id from products p
                          where ${conditions(page.filter)} and ${isBeyond(sql`p.featured_score, p.id`, page)}
                          order by p.featured_score desc, p.id desc limit ${inlineNumber(page.atMost)}) p
         cross join lateral (select * from product_search where product_id = p.id offset 0) s
         where ${rowMatches({ matches, skuProducts: search.skuProducts })}`,
  );
}

const isBeyond = (place: SQL, { after }: StagePage) =>
  after ? sql`(${place}) < (${after.featured}::bigint, ${after.id}::uuid)` : sql`true`;

/** CTEs that match search rows against all terms, and SQL for the stage of row `s` joined with `g`. */
function stagesOf({ search, list, stageOf }: Stages, rows: SQL) {
  const texts = list.at(-1)?.texts;
  const cases = [
    ...(search.skuProducts.length > 0 ? [sql`when ${isOneOf(search.skuProducts)} then 0`] : []),
    sql`when g.stage is not null then g.stage`,
    ...(texts ? [sql`when ${matchesText(texts)} then ${inlineNumber(list.length - 1)}`] : []),
  ];
  const meaning = meaningOf(search);
  return {
    ctes: sql`${meaning.cte},
         s as materialized (${rows}),
         words as (select product_id, word, min(tier) as tier from (${meaning.hits}) hits group by 1, 2),
         g as (select product_id, case ${sql.raw(stageOf)} end as stage from words group by 1)`,
    stage: sql`case ${sql.join(cases, sql` `)} end`,
  };
}

/** Search rows with their stages. */
async function listStaged(db: Db, { filter, after, stages }: StagePage, rows: SQL) {
  const { words, skuProducts } = stages.search;
  const { ctes, stage } = stagesOf(stages, rows);
  const prepared = !after && skuProducts.length === 0 && isUsual(filter, words.length);
  const found = await db.execute<Staged>(sql`${preparedIf(prepared)}
    with ${ctes}
    select s.product_id as id, s.featured_score::text as featured, ${stage} as stage
      from s left join g using (product_id)
     order by s.featured_score desc, s.product_id desc`);
  return found.rows;
}

/** The first products of all stages as suggestions, in one statement that reads every match. */
export async function suggestRanked(db: Db, stages: Stages, limit: number) {
  // Products of the earlier stages have the terms of the last one, too.
  const matches = indexedStage(stages.list.at(-1) ?? NO_STAGE);
  const rows = sql.join(
    matches.map((way) => sql`select s.* from product_search s where ${way}`),
    UNION_ALL,
  );
  const { ctes } = stagesOf(stages, rows);
  const { rows: found } = await db.execute<SuggestionRow>(sql`${preparedIf(stages.search.words.length <= 2)}
    with ${ctes},
         best as materialized (
           select s.product_id, s.featured_score, g.stage from s join g using (product_id)
            where g.stage is not null order by g.stage, s.featured_score desc, s.product_id desc limit ${inlineNumber(limit)})
    select ${SUGGESTION}
      from best cross join lateral (select * from products where id = best.product_id offset 0) p
     order by best.stage, best.featured_score desc, best.product_id desc`);
  return found;
}

/** Up to this many terms are looked up individually; for more, the text that all of them contain. */
const TERMS_MAX = 60;

function indexedStage({ condition, texts = [], ids }: Stage) {
  const has = ({ keys, text }: Condition[number][number]) =>
    keys.length > TERMS_MAX && text !== undefined ? hasText(text) : hasOneOf(keys);
  return [
    ...condition.map((sets) => sql.join(sets.map(has), AND)),
    ...texts.map(hasText),
    ...(ids ? [isOneOf(ids)] : []),
  ];
}
