import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { inlineNumber } from '#platform/database/inline.ts';
import { number } from '#platform/database/row.ts';
import { count, one } from '#platform/database/sql.ts';
import { namesOf } from './queries.ts';

export const updateMergingInto = (kind: TaxonomyKind, id: string, into: string | null) =>
  count('taxonomy.updateMergingInto')`update ${namesOf(kind).table} set merging_into = ${into} where id = ${id}`;

/**
 * Moves a batch of products of any status, and returns their number and how many of them are not deleted. Locks them in
 * id order, like an edit; one that an editor has moved elsewhere meanwhile stays there. Triggers update search and
 * facets.
 */
export function moveProducts(kind: TaxonomyKind, id: string, into: string, limit: number) {
  const { column } = namesOf(kind);
  return one('taxonomy.moveProducts', { moved: number, listed: number })`
    with batch as materialized (select id from products where ${column} = ${id} limit ${inlineNumber(limit)}),
         locked as materialized (
           select id from products where id in (select id from batch) and ${column} = ${id}
            order by id for no key update),
         moved as (update products p set ${column} = ${into} from locked where p.id = locked.id returning p.status)
    select count(*) as moved, count(*) filter (where status <> 'deleted') as listed from moved`;
}
