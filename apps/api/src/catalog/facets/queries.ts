import type { Facets } from '@shop/contracts/catalog/schema';
import { conditions, parameters } from '#catalog/search/filter-queries.ts';
import type { FacetKey, ProductFilter } from '#catalog/storefront/rules.ts';
import type { Queries } from '#platform/database/search-connections.ts';

export type Facet = keyof Facets;
export type FacetCount = { facet: Facet; name: string; count: number | null };

/** The names of all categories and brands, in display order. */
export async function listLabels(connection: Queries) {
  const { rows } = await connection.query<{ categories: { name: string }[]; brands: { name: string }[] }>({
    name: 'labels_shown',
    text: `select (select coalesce(json_agg(json_build_object('name', name) order by position, name), '[]') from categories)
                    as categories,
                  (select coalesce(json_agg(json_build_object('name', name) order by name), '[]') from brands) as brands`,
  });
  return rows[0] ?? { categories: [], brands: [] };
}

/** Counts for any category or brand are stored under the nil id. */
const CATEGORY = "coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')";
const BRAND = "coalesce($2::uuid, '00000000-0000-0000-0000-000000000000')";

const CACHED_COUNTS = `
  select 'categories' as facet, c.name, sum(f.products)::int as count
    from categories c join facet_counts f on (f.category_id, f.brand_id, f.band, f.stars) = (c.id, ${BRAND}, $3, $4)
   group by 2
  union all
  select 'brands', b.name, sum(f.products)::int
    from facet_counts f join brands b on b.id = f.brand_id
   where f.category_id = ${CATEGORY} and f.band = $3 and f.stars = $4
   group by 2
  union all
  select 'prices', (array['0-50', '50-100', '100-200', '200-'])[f.band], sum(f.products)::int
    from facet_counts f
   where f.category_id = ${CATEGORY} and f.brand_id = ${BRAND} and f.band > 0 and f.stars = $4
   group by 2
  union all
  select 'ratings', f.stars::text, sum(f.products)::int
    from facet_counts f
   where f.category_id = ${CATEGORY} and f.brand_id = ${BRAND} and f.band = $3 and f.stars > 0
   group by 2`;

/** Precomputed counts: exact and fast, however large the catalog is. */
export async function listCachedCounts(connection: Queries, { categoryId, brandId, band, stars }: FacetKey) {
  const values = [categoryId, brandId, band, stars];
  const { rows } = await connection.query<FacetCount>({ name: 'cached_counts', text: CACHED_COUNTS, values });
  return rows;
}

const CACHED_TOTAL = `
  select coalesce(sum(products), 0)::int as total from facet_counts
   where category_id = ${CATEGORY} and brand_id = ${BRAND} and band = $3 and stars = $4`;

export async function findCachedTotal(connection: Queries, { categoryId, brandId, band, stars }: FacetKey) {
  const values = [categoryId, brandId, band, stars];
  const { rows } = await connection.query<{ total: number }>({ name: 'cached_total', text: CACHED_TOTAL, values });
  return rows[0]?.total ?? 0;
}

const FACET_COUNT_SQL: Record<Facet, string> = {
  categories: 'select c.name, count(*) from found join categories c on c.id = category_id group by 1',
  brands: 'select b.name, count(*) from found join brands b on b.id = brand_id group by 1',
  prices: `select (array['0-50', '50-100', '100-200', '200-'])[band], count(*)
             from found, unnest(price_bands(current_price_cents)) band where band > 0 group by 1`,
  ratings: 'select stars::text, count(*) from found, generate_series(1, rating_stars(rating)) stars group by 1',
  tags: 'select tag, count(*) from found, unnest(tags) tag group by 1',
  sizes: `select z.size, count(distinct z.product_id)
            from found join sizes_in_stock z on z.product_id = found.id where found.sellable group by 1`,
};

/** How often each value of these facets occurs among these products. */
export async function countFacetValues(connection: Queries, ids: string[], facets: Facet[]) {
  const selects = facets.map(
    (facet) => `select '${facet}' as facet, * from (${FACET_COUNT_SQL[facet]}) t (name, count)`,
  );
  const { rows } = await connection.query<FacetCount>(
    `with found as materialized (select * from products where id = any ($1::uuid[]))
     select facet, name, count::int from (${selects.join(' union all ')}) counted`,
    [ids],
  );
  return rows;
}

/** Sample size for choosing which tags and sizes to offer. */
const SAMPLE = 100;
const OFFERED = 40;

const OCCURRING: Partial<Record<Facet, string>> = {
  tags: 'select tag from found, unnest(tags) tag',
  sizes:
    "select value from found, jsonb_path_query(options, '$[*].values[*]') option, lateral (select option #>> '{}') v (value)",
};

/** The values among the first products of a filter, most frequent first; for when there are too many to count. */
export async function listOccurring(connection: Queries, filter: ProductFilter, facets: Facet[]) {
  const { values, add } = parameters();
  const selects = facets.flatMap((facet) =>
    OCCURRING[facet] ? [`select '${facet}' as facet, name from (${OCCURRING[facet]}) t (name)`] : [],
  );
  if (selects.length === 0) return [];
  const { rows } = await connection.query<FacetCount>(
    `with found as materialized (select p.tags, p.options from products p where ${conditions(filter, add)}
                                  order by p.featured_score desc, p.id desc limit ${SAMPLE})
     select facet, name, null as count
       from (select facet, name, row_number() over (partition by facet order by count(*) desc, name) as place
               from (${selects.join(' union all ')}) occurring group by 1, 2) ranked
      where place <= ${OFFERED}`,
    values,
  );
  return rows;
}
