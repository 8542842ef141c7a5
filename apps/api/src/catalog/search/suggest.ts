import { NIL_ID } from '#catalog/rules.ts';
import { listSuggestions, SUGGESTION, suggested } from '#catalog/suggestion-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { number, text } from '#platform/database/row.ts';
import { all, join, raw, sql } from '#platform/database/sql.ts';
import { UNION_ALL } from './filter-queries.ts';
import {
  anywhere,
  type Condition,
  estimateRarest,
  isKnown,
  NONE,
  possible,
  type QueryWord,
  type Search,
  TIERS,
  tierOf,
  upTo,
  WHOLE_IN_NAME,
} from './rules.ts';
import { readStages, type Stages, skuStage, waysInto, withStages } from './staged.ts';

/** Up to about this many matches are read in one statement to suggest the best; more are read in stages. */
const COMPARED_MAX = 300;

/** Suggestions while typing: products by name or by the start of a SKU. */
export async function suggestByName(db: Db, { words, skuProducts, productCount }: Search, limit: number) {
  // A vague word without terms (one character) is skipped; any other unknown word leaves no match by name.
  const usableWords = words.map(inNames).filter((word) => !word.vague || isKnown(word));
  const known = usableWords.every(isKnown) ? usableWords : [];
  const stages = stagesOf(known, skuProducts);
  if (known.length > 0 && skuProducts.length === 0 && estimateRarest(known) <= COMPARED_MAX)
    return db.run(suggestRanked(stages, limit));
  const places = await readStages(db, { productCount }, stages, { filter: {}, limit });
  return listSuggestions(
    db,
    places.map(({ id }) => id),
  );
}

const NAME_TIERS = (['name', 'synonymName', 'nameStart', 'namePart'] as const).map(tierOf);
const START = tierOf('nameStart');

/** Without the terms of other texts. */
const inNames = <T extends QueryWord>(word: T): T => ({
  ...word,
  tiers: word.tiers.map((terms, tier) => (NAME_TIERS.includes(tier) ? terms : NONE)),
});

function stagesOf(words: QueryWord[], skuProducts: string[]): Stages {
  const first = skuStage(skuProducts);
  const list = [...first, ...suggestionStages(words).map((condition) => ({ condition }))];
  return { words, skuProducts, list, stageOf: suggestionStageOf(words.length, first.length) };
}

/** For words in names: the word being typed first as a whole, then as a prefix, then as any substring. */
function suggestionStages(words: QueryWord[]): Condition[] {
  const typed = words.at(-1);
  if (!typed) return [];
  const before = words.slice(0, -1).map(anywhere);
  return [WHOLE_IN_NAME, START, TIERS.length].map((tier) => possible([[...before, upTo(tier)(typed)]]));
}

function suggestionStageOf(words: number, first: number) {
  const tier = `min(tier) filter (where word = ${words - 1})`;
  const all = `when count(*) = ${words}`;
  return `${all} and ${tier} <= ${WHOLE_IN_NAME} then ${first} ${all} and ${tier} <= ${START} then ${first + 1} ${all} then ${first + 2}`;
}

/** The first products of all stages as suggestions, in one statement that reads every match. */
function suggestRanked(stages: Stages, limit: number) {
  // Products of the earlier stages have the terms of the last one, too.
  const rows = join(
    waysInto(stages.list.at(-1)).map((way) => sql`select s.* from product_search s where ${way}`),
    UNION_ALL,
  );
  const { ctes } = withStages(stages, rows);
  return all('search.suggestRanked', suggested, { prepare: stages.words.length <= 2 })`
    with ${ctes},
         best as materialized (
           select s.product_id, s.featured_score, g.stage from s join g using (product_id)
            where g.stage is not null order by g.stage, s.featured_score desc, s.product_id desc limit ${raw(`${limit}`)})
    select ${SUGGESTION}
      from best cross join lateral (select * from products where id = best.product_id offset 0) p
     order by best.stage, best.featured_score desc, best.product_id desc`;
}

/**
 * Categories whose name has every word, whole words before starts of words. There are up to 500 categories, and their stored
 * counts are read instead of the products.
 */
export async function listMatchingCategories(db: Db, words: QueryWord[], limit: number) {
  if (words.length === 0) return [];
  const given = JSON.stringify(words.map(({ text, kinds }) => ({ text, forms: kinds.map(({ kind }) => kind) })));
  return db.run(all('search.listCategories', { name: text, count: number }, { prepare: true })`
    with found as materialized (
      select c.id, c.name, c.position, whole
        from categories c, lateral (select array_agg(token) as tokens from search_tokens(c.name) token) t,
             lateral (select count(*) filter (where w.forms && tokens) as whole,
                             bool_and(w.forms && tokens or exists (select from unnest(tokens) token
                                                                    where starts_with(token, w.text))) as matches
                        from json_to_recordset(${given}::json) as w (text text, forms text[])) m
       where matches)
    select found.name, sum(f.products) as count
      from found
      join facet_counts f on (f.category_id, f.brand_id, f.band, f.stars) = (found.id, ${NIL_ID}::uuid, 0, 0)
     group by found.id, found.name, whole, position having sum(f.products) > 0
     order by whole desc, position, name limit ${limit}`);
}
