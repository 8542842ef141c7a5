import { NIL_ID } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { orNull, text } from '#platform/database/row.ts';
import { count, one, raw } from '#platform/database/sql.ts';

const BATCH = 500;
const last = { last: orNull(text) };

type Label = { column: 'category_id' | 'brand_id'; id: string };

/** Reindexes the next batch of a brand's or category's products; returns its last id. */
export async function indexProductsOf(db: Db, { column, id }: Label, after?: string) {
  const reached = await db.run(one('search.indexProductsOf', last)`
    with batch as (select id from products where ${raw(column)} = ${id} and id > ${after ?? NIL_ID}
                    order by id limit ${BATCH}),
         indexed as materialized (select index_products(array_agg(id)) from batch)
    select max(id::text) as last from batch, indexed`);
  return reached.last ?? undefined;
}

/** Scores of the first formula are below this, all others above. */
const SCORE_MIN = 10_000_000_000;

/** Has the trigger compute the outdated scores of the next batch; returns its last id. */
export async function updateFeaturedScores(db: Db, after?: string) {
  const reached = await db.run(one('search.updateFeaturedScores', last)`
    with batch as (select id from products where id > ${after ?? NIL_ID} and featured_score < ${SCORE_MIN}
                    order by id limit ${BATCH} for no key update),
         updated as (update products p set rating_count = p.rating_count from batch where p.id = batch.id returning p.id)
    select max(id::text) as last from updated`);
  return reached.last ?? undefined;
}

export const countSearchWords = count('search.countWords')`select from count_search_words()`;
export const refreshFacets = count('facets.refresh')`select from refresh_facets()`;
