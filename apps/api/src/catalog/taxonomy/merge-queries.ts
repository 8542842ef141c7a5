import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import { namesOf } from './queries.ts';

export const updateMergingInto = (tx: Db, kind: TaxonomyKind, id: string, into: string | null) =>
  tx.execute(sql`update ${namesOf(kind).table} set merging_into = ${into} where id = ${id}`);

/**
 * Moves a batch of products of any status, and returns their number and how many of them are not deleted. Locks them in
 * id order, like an edit; one that an editor has moved elsewhere meanwhile stays there. Triggers update search and
 * facets.
 */
export async function moveProducts(tx: Db, kind: TaxonomyKind, id: string, into: string, limit: number) {
  const { column } = namesOf(kind);
  const { rows } = await tx.execute<{ moved: number; listed: number }>(sql`
    with batch as materialized (select id from products where ${column} = ${id} limit ${inlineNumber(limit)}),
         locked as materialized (
           select id from products where id in (select id from batch) and ${column} = ${id}
            order by id for no key update),
         moved as (update products p set ${column} = ${into} from locked where p.id = locked.id returning p.status)
    select count(*)::int as moved, count(*) filter (where status <> 'deleted')::int as listed from moved`);
  return rows[0] ?? { moved: 0, listed: 0 };
}
