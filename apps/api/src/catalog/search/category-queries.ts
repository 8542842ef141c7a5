import { NIL_ID } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { number, text } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';
import type { QueryWord } from './rules.ts';

/**
 * Those whose name has every word, whole words before starts of words. There are up to 500 categories, and their stored
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
