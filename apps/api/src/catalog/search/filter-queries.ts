import { bandOf, isOpen, type ProductFilter, type Wide } from '#catalog/rules.ts';
import { escapeLike } from '#platform/database/columns.ts';
import { and, type Fragment, join, raw, sql, when } from '#platform/database/sql.ts';
import type { QueryWord } from './rules.ts';

export const UNION_ALL = raw(' union all ');
const OR = raw(' or ');
const ALWAYS = raw('true');
const PUBLISHED = raw("p.status = 'published'");

const given = <T>(value: T | undefined, condition: (value: T) => Fragment) =>
  value === undefined ? undefined : condition(value);

/** Conditions on a product `p`. `offset 0` keeps PostgreSQL from turning a lookup into a join with the whole table. */
export function conditions(filter: ProductFilter): Fragment {
  return and(
    PUBLISHED,
    given(filter.categoryId, (id) => sql`p.category_id = ${id}::uuid`),
    given(filter.brandId, (id) => sql`p.brand_id = ${id}::uuid`),
    given(filter.minPriceCents, (cents) => sql`p.current_price_cents >= ${cents}::bigint`),
    given(filter.maxPriceCents, (cents) => sql`p.current_price_cents <= ${cents}::bigint`),
    given(filter.rating, (rating) => sql`p.rating >= ${rating}::numeric`),
    given(filter.tags, (tags) => sql`p.tags && ${tags}::text[]`),
    given(
      filter.sizes,
      (sizes) =>
        sql`p.sellable and exists (select from sizes_in_stock z where z.product_id = p.id and z.size = any (${sizes}::text[]) offset 0)`,
    ),
    given(filter.sizeIds, (ids) => sql`p.id = any (${ids}::uuid[])`),
    given(filter.ids, (ids) => sql`p.id = any (${ids}::uuid[])`),
    given(filter.wide, matchesWide),
    given(filter.unlike, (other) => sql`(${conditions(other)}) is not true`),
  );
}

/**
 * The filter as conditions on the terms of search row `s`, which are in the same index as words. Terms of prices and
 * ratings are only approximate, so `conditions` must be checked as well.
 */
export function filterTerms(filter: ProductFilter) {
  const { minPriceCents: min = 0, maxPriceCents: max, rating = 0 } = filter;
  const band = bandOf(min, max);
  const halves = Math.floor(rating * 2);
  const prices = band
    ? raw(`array[filter_term('band', '${band}')]`)
    : sql`price_terms(${min}::bigint, ${max ?? null}::bigint)`;
  return [
    given(filter.categoryId, (id) => sql`s.terms && array[filter_term('category', ${id})]`),
    given(filter.brandId, (id) => sql`s.terms && array[filter_term('brand', ${id})]`),
    when(band !== 0, sql`s.terms && ${prices}`),
    when(halves >= 1, raw(`s.terms && array[filter_term('half_stars', '${halves}')]`)),
    given(filter.tags, (tags) => sql`s.terms && tag_terms(${tags}::text[])`),
    // One string for all uses: each use of a condition is a parameter of its own, and serializing thousands of ids is slow.
    given(filter.sizeIds, (ids) => sql`s.product_id = any (${`{${ids.join(',')}}`}::uuid[])`),
  ];
}

/** The part of a filter that terms do not decide, checked product by product. */
export function beyondTerms({ categoryId: _category, brandId: _brand, ...filter }: ProductFilter, id: Fragment) {
  const { minPriceCents, maxPriceCents, rating, ...others } = filter;
  const open: ProductFilter = {
    ...others,
    ...(bandOf(minPriceCents ?? 0, maxPriceCents) === undefined ? { minPriceCents, maxPriceCents } : {}),
    ...(Number.isInteger((rating ?? 0) * 2) ? {} : { rating }),
  };
  return isOpen(open)
    ? ALWAYS
    : sql`exists (select from products p where p.id = ${id} and ${conditions(open)} offset 0)`;
}

/** Each way in which search row `s` can match, for the index of terms and character pairs; likely largest first. */
export const indexedWays = ({ matches, skuProducts }: Wide) => [
  ...matches.flatMap(({ text }) => (text === undefined ? [] : [hasText(text)])),
  ...matches.toSorted((a, b) => b.keys.length - a.keys.length).flatMap(({ keys }) => hasKeys(keys)),
  ...(skuProducts.length > 0 ? [isOneOf(skuProducts)] : []),
];

const hasKeys = (keys: string[]) => (keys.length > 0 ? [hasOneOf(keys)] : []);

/** Search row `s` has one of these terms. */
export const hasOneOf = (keys: string[]) => sql`s.terms && ${keys}::bigint[]`;

/** Search row `s` belongs to one of these products. */
export const isOneOf = (ids: string[]) => sql`s.product_id = any (${ids}::uuid[])`;

/** The index alone finds texts of one or two characters; longer ones are compared where their character pairs occur. */
export function hasText(text: string) {
  const characters = [...text];
  const pairs =
    characters.length < 2 ? characters : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  const indexed = sql`text_pairs(s.texts) @> ${[...new Set(pairs)]}::text[]`;
  return pairs.length > 1 ? sql`${indexed} and ${matchesText([text])}` : indexed;
}

/** `offset 0` prevents a join: products are checked one by one until there are enough. */
const matchesWide = (wide: Wide) =>
  sql`exists (select from product_search s where s.product_id = p.id and ${rowMatches(wide)} offset 0)`;

/** Whether search row `s` matches, without an index. */
export function rowMatches({ matches, skuProducts }: Wide) {
  const texts = matches.flatMap(({ text }) => text ?? []);
  const ways = [hasTerms([...new Set(matches.flatMap(({ keys }) => keys))])];
  if (texts.length > 0) ways.push(matchesText(texts));
  if (skuProducts.length > 0) ways.push(isOneOf(skuProducts));
  return sql`(${join(ways, OR)})`;
}

/** Longer lists are looked up by hash, others compared: measured, both take 8 µs for a product with 60 keys. */
const COMPARED_KEYS_MAX = 60;
const hasTerms = (keys: string[]) =>
  keys.length > COMPARED_KEYS_MAX
    ? sql`exists (select from unnest(s.terms) term where term = any (${keys}::bigint[]))`
    : hasOneOf(keys);

/** The exact condition: a text of the product contains one of these. */
export const matchesText = (texts: string[]) =>
  sql`s.texts like any (${texts.map((text) => `%${escapeLike(text)}%`)}::text[])`;

/** A CTE `meaning` of the terms of each word and tier, and SQL for the words and tiers that rows of a CTE `s` have. */
export function meaningOf(words: QueryWord[]) {
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
