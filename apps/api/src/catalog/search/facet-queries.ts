import { PRICE_BANDS } from '@shop/contracts/catalog/constants';
import { Facets } from '@shop/contracts/catalog/schema';
import { z } from 'zod';
import { type FacetKey, NIL_ID, type ProductFilter } from '#catalog/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { json, number, oneOf, orNull, present, type Row, text } from '#platform/database/row.ts';
import { all, type Fragment, join, one, raw, sql } from '#platform/database/sql.ts';
import { conditions, UNION_ALL } from './filter-queries.ts';

const facet = oneOf(Facets.keyof().options);
const facetCount = { facet, name: present(text, 'every band has a name'), count: number };
const occurring = { facet, name: present(text, 'every option has texts'), count: orNull(number) };

export type Facet = keyof Facets;
export type FacetCount = Row<typeof occurring>;

const names = json(z.array(z.object({ name: z.string() })));

/** The names of all categories and brands, in display order. */
export const listLabels = one('facets.listLabels', { categories: names, brands: names }, { prepare: true })`
    select (select coalesce(json_agg(json_build_object('name', name) order by position, name), '[]') from categories)
             as categories,
           (select coalesce(json_agg(json_build_object('name', name) order by position, name), '[]') from brands)
             as brands`;

/** By the number of a band, from 1. */
const BAND_NAMES = raw(`(array[${PRICE_BANDS.map(({ name }) => `'${name}'`).join(', ')}])`);

/** Counts for any category or brand are stored under the nil id. */
const idOrNil = (id: string | undefined) => sql`${id ?? NIL_ID}::uuid`;

/** Precomputed counts: exact and fast, however large the catalog is. */
export function listCachedCounts({ categoryId, brandId, band, stars }: FacetKey) {
  const [category, brand] = [idOrNil(categoryId), idOrNil(brandId)];
  return all('facets.listCached', facetCount, { prepare: true })`
    select 'categories' as facet, c.name, sum(f.products) as count
      from categories c
      join facet_counts f on (f.category_id, f.brand_id, f.band, f.stars) = (c.id, ${brand}, ${band}, ${stars})
     group by 2
    union all
    select 'brands', b.name, sum(f.products)
      from facet_counts f join brands b on b.id = f.brand_id
     where f.category_id = ${category} and f.band = ${band} and f.stars = ${stars}
     group by 2
    union all
    select 'prices', ${BAND_NAMES}[f.band], sum(f.products)
      from facet_counts f
     where f.category_id = ${category} and f.brand_id = ${brand} and f.band > 0 and f.stars = ${stars}
     group by 2
    union all
    select 'ratings', f.stars::text, sum(f.products)
      from facet_counts f
     where f.category_id = ${category} and f.brand_id = ${brand} and f.band = ${band} and f.stars > 0
     group by 2`;
}

export async function findCachedTotal(db: Db, { categoryId, brandId, band, stars }: FacetKey) {
  const { total } = await db.run(one('facets.findCachedTotal', { total: number }, { prepare: true })`
    select coalesce(sum(products), 0) as total from facet_counts
     where category_id = ${idOrNil(categoryId)} and brand_id = ${idOrNil(brandId)} and band = ${band} and stars = ${stars}`);
  return total;
}

const FACET_COUNT_SQL: Record<Facet, Fragment> = {
  categories: sql`select c.name, count(*) from found join categories c on c.id = category_id group by 1`,
  brands: sql`select b.name, count(*) from found join brands b on b.id = brand_id group by 1`,
  prices: sql`select ${BAND_NAMES}[band], count(*)
                from found, unnest(price_bands(current_price_cents)) band where band > 0 group by 1`,
  ratings: sql`select stars::text, count(*) from found, generate_series(1, rating_stars(rating)) stars group by 1`,
  tags: sql`select tag, count(*) from found, unnest(tags) tag group by 1`,
  sizes: sql`select z.size, count(distinct z.product_id)
               from found join sizes_in_stock z on z.product_id = found.id where found.sellable group by 1`,
};

const literal = (facet: Facet) => raw(`'${facet}'`);

/** How often each value of these facets occurs among these products. */
export function countFacetValues(ids: string[], facets: Facet[]) {
  const selects = facets.map(
    (facet) => sql`select ${literal(facet)} as facet, * from (${FACET_COUNT_SQL[facet]}) t (name, count)`,
  );
  return all('facets.count', facetCount)`
    with found as materialized (select * from products where id = any (${ids}::uuid[]))
    select facet, name, count from (${join(selects, UNION_ALL)}) counted`;
}

/** Sample size for choosing which tags and sizes to offer. */
const SAMPLE = raw('100');
const OFFERED = raw('40');

const OCCURRING: Partial<Record<Facet, Fragment>> = {
  tags: sql`select tag from found, unnest(tags) tag`,
  sizes: sql`select value from found, jsonb_path_query(options, '$[*].values[*]') option,
                    lateral (select option #>> '{}') v (value)`,
};

/** The values among the first products of a filter, most frequent first; for when there are too many to count. */
export async function listOccurring(db: Db, filter: ProductFilter, facets: Facet[]) {
  const selects = facets.flatMap((facet) =>
    OCCURRING[facet] ? [sql`select ${literal(facet)} as facet, name from (${OCCURRING[facet]}) t (name)`] : [],
  );
  if (selects.length === 0) return [];
  return db.run(all('facets.listOccurring', occurring)`
    with found as materialized (select p.tags, p.options from products p where ${conditions(filter)}
                                 order by p.featured_score desc, p.id desc limit ${SAMPLE})
    select facet, name, null::int as count
      from (select facet, name, row_number() over (partition by facet order by count(*) desc, name) as place
              from (${join(selects, UNION_ALL)}) occurring group by 1, 2) ranked
     where place <= ${OFFERED}`);
}
