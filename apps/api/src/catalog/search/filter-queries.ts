import { bandOf, isOpen, type ProductFilter, type Wide } from '#catalog/storefront/rules.ts';
import { escapeLike } from '#platform/database/like.ts';

export type Add = (value: unknown) => string;

/** Values become bind parameters where they are used, which rules out SQL injection. */
export function parameters() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}

const when = <T>(value: T | undefined, condition: (value: T) => string) =>
  value === undefined ? [] : [condition(value)];

/** Conditions on a product `p`. `offset 0` keeps PostgreSQL from turning a lookup into a join with the whole table. */
export function conditions(filter: ProductFilter, add: Add) {
  return [
    "p.status = 'published'",
    ...when(filter.categoryId, (id) => `p.category_id = ${add(id)}::uuid`),
    ...when(filter.brandId, (id) => `p.brand_id = ${add(id)}::uuid`),
    ...when(filter.minPriceCents, (cents) => `p.current_price_cents >= ${add(cents)}::bigint`),
    ...when(filter.maxPriceCents, (cents) => `p.current_price_cents <= ${add(cents)}::bigint`),
    ...when(filter.rating, (rating) => `p.rating >= ${add(rating)}::numeric`),
    ...when(filter.tags, (tags) => `p.tags && ${add(tags)}::text[]`),
    ...when(
      filter.sizes,
      (sizes) =>
        `p.sellable and exists (select from sizes_in_stock z where z.product_id = p.id and z.size = any (${add(sizes)}::text[]) offset 0)`,
    ),
    ...when(filter.sizeIds, (ids) => `p.id = any (${add(ids)}::uuid[])`),
    ...when(filter.ids, (ids) => `p.id = any (${add(ids)}::uuid[])`),
    ...when(filter.wide, (wide) => matchesWide(wide, add)),
  ].join(' and ');
}

/**
 * The filter as conditions on the terms of search row `s`, which are in the same index as words. Terms of prices and
 * ratings are only approximate, so `conditions` must be checked as well.
 */
export function filterTerms(filter: ProductFilter, add: Add) {
  const { minPriceCents: min, maxPriceCents: max, rating = 0 } = filter;
  const band = bandOf(min ?? 0, max);
  const halves = Math.floor(rating * 2);
  const prices = () =>
    band ? `array[filter_term('band', '${band}')]` : `price_terms(${add(min)}::bigint, ${add(max)}::bigint)`;
  return [
    ...when(filter.categoryId, (id) => `s.terms && array[filter_term('category', ${add(id)})]`),
    ...when(filter.brandId, (id) => `s.terms && array[filter_term('brand', ${add(id)})]`),
    ...(band === 0 ? [] : [`s.terms && ${prices()}`]),
    ...(halves < 1 ? [] : [`s.terms && array[filter_term('half_stars', '${halves}')]`]),
    ...when(filter.tags, (tags) => `s.terms && tag_terms(${add(tags)}::text[])`),
    ...when(filter.sizeIds, (ids) => `s.product_id = any (${add(ids)}::uuid[])`),
  ];
}

/** The part of a filter that terms do not decide, checked product by product. */
export function beyondTerms(
  { categoryId: _category, brandId: _brand, ...filter }: ProductFilter,
  id: string,
  add: Add,
) {
  const { minPriceCents, maxPriceCents, rating, ...others } = filter;
  const open: ProductFilter = {
    ...others,
    ...(bandOf(minPriceCents ?? 0, maxPriceCents) === undefined ? { minPriceCents, maxPriceCents } : {}),
    ...(Number.isInteger((rating ?? 0) * 2) ? {} : { rating }),
  };
  return isOpen(open)
    ? 'true'
    : `exists (select from products p where p.id = ${id} and ${conditions(open, add)} offset 0)`;
}

/** Each way in which search row `s` can match, for the index of terms and character pairs; likely largest first. */
export const indexedWays = ({ matches, skuProducts }: Wide, add: Add) => [
  ...matches.flatMap(({ text }) => (text === undefined ? [] : [hasText(text, add)])),
  ...matches.toSorted((a, b) => b.keys.length - a.keys.length).flatMap(({ keys }) => hasKeys(keys, add)),
  ...(skuProducts.length > 0 ? [`s.product_id = any (${add(skuProducts)}::uuid[])`] : []),
];

const hasKeys = (keys: string[], add: Add) => (keys.length > 0 ? [`s.terms && ${add(keys)}::bigint[]`] : []);

/** The index alone finds texts of one or two characters; longer ones are compared where their character pairs occur. */
export function hasText(text: string, add: Add) {
  const characters = [...text];
  const pairs =
    characters.length < 2 ? characters : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
  const indexed = `text_pairs(s.texts) @> ${add([...new Set(pairs)])}::text[]`;
  return pairs.length > 1 ? `${indexed} and ${matchesText([text], add)}` : indexed;
}

/** `offset 0` prevents a join: products are checked one by one until there are enough. */
const matchesWide = (wide: Wide, add: Add) =>
  `exists (select from product_search s where s.product_id = p.id and ${rowMatches(wide, add)} offset 0)`;

/** Whether search row `s` matches, without an index. */
export function rowMatches({ matches, skuProducts }: Wide, add: Add) {
  const texts = matches.flatMap(({ text }) => text ?? []);
  const ways = [hasTerms([...new Set(matches.flatMap(({ keys }) => keys))], add)];
  if (texts.length > 0) ways.push(matchesText(texts, add));
  if (skuProducts.length > 0) ways.push(`s.product_id = any (${add(skuProducts)}::uuid[])`);
  return `(${ways.join(' or ')})`;
}

/** Long lists are looked up by hash, short ones compared. */
const hasTerms = (keys: string[], add: Add) =>
  keys.length > 8
    ? `exists (select from unnest(s.terms) term where term = any (${add(keys)}::bigint[]))`
    : `s.terms && ${add(keys)}::bigint[]`;

/** The exact condition: a text of the product contains one of these. */
export const matchesText = (texts: string[], add: Add) =>
  `s.texts like any (${add(texts.map((text) => `%${escapeLike(text)}%`))}::text[])`;
