import { sql } from 'drizzle-orm';
import { NIL_ID } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';

const BATCH = 500;

/** Reindexes the next batch of a brand's or category's products; returns its last id. */
export async function indexProductsOf(db: Db, { column, id }: { column: string; id: string }, after?: string) {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with batch as (select id from products where ${sql.identifier(column)} = ${id} and id > ${after ?? NIL_ID}
                    order by id limit ${BATCH}),
         indexed as materialized (select index_products(array_agg(id)) from batch)
    select max(id::text) as last from batch, indexed`);
  return rows[0]?.last ?? undefined;
}

/** Scores of the formula before migration 0035 are below this, all others above. */
const SCORE_MIN = 10_000_000_000;

/** Has the trigger compute the outdated scores of the next batch; returns its last id. */
export async function updateFeaturedScores(db: Db, after?: string) {
  const { rows } = await db.execute<{ last: string | null }>(sql`
    with batch as (select id from products where id > ${after ?? NIL_ID} and featured_score < ${SCORE_MIN}
                    order by id limit ${BATCH} for no key update),
         updated as (update products p set rating_count = p.rating_count from batch where p.id = batch.id returning p.id)
    select max(id::text) as last from updated`);
  return rows[0]?.last ?? undefined;
}

export const countSearchWords = (db: Db) => db.execute(sql`select count_search_words()`);
export const refreshFacets = (db: Db) => db.execute(sql`select refresh_facets()`);
