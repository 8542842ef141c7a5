import type { ProductFilter, Wide } from './rules.ts';

export type Add = (value: unknown) => string;

/** Values become parameters where they are used: a text from outside can never be anything but a value. */
export function parameters() {
  const values: unknown[] = [];
  return { values, add: (value: unknown) => `$${values.push(value)}` };
}

/** What a product `p` must be like. */
export function conditions(filter: ProductFilter, add: Add) {
  const when = <T>(value: T | undefined, condition: (parameter: string) => string) =>
    value === undefined ? [] : [condition(add(value))];
  return [
    "p.status = 'published'",
    ...when(filter.categoryId, (id) => `p.category_id = ${id}::uuid`),
    ...when(filter.brandId, (id) => `p.brand_id = ${id}::uuid`),
    ...when(filter.minPriceCents, (cents) => `p.current_price_cents >= ${cents}::bigint`),
    ...when(filter.maxPriceCents, (cents) => `p.current_price_cents <= ${cents}::bigint`),
    ...when(filter.rating, (rating) => `p.rating >= ${rating}::numeric`),
    ...when(filter.tags, (tags) => `p.tags && ${tags}::text[]`),
    ...when(
      filter.sizes,
      (sizes) =>
        `p.sellable and exists (select from sizes_in_stock z where z.product_id = p.id and z.size = any (${sizes}::text[]))`,
    ),
    ...when(filter.ids, (ids) => `p.id = any (${ids}::uuid[])`),
    ...(filter.wide ? [matchesWide(filter.wide, add)] : []),
  ].join(' and ');
}

function matchesWide({ keys, texts, skuProducts }: Wide, add: Add) {
  const ways = [
    `exists (select from product_search s where s.product_id = p.id and s.terms && ${add(keys)}::bigint[])`,
  ];
  if (texts.length > 0) ways.push(matchesAnyText(texts, add));
  if (skuProducts.length > 0) ways.push(`p.id = any (${add(skuProducts)}::uuid[])`);
  return `(${ways.join(' or ')})`;
}

/** Long lists are looked up by hash, short ones compared. */
export const hasTerms = (keys: string[], add: Add) =>
  keys.length > 8
    ? `exists (select from unnest(s.terms) term where term = any (${add(keys)}::bigint[]))`
    : `s.terms && ${add(keys)}::bigint[]`;

/** The rule itself, text by text: for words so short that they stand almost everywhere. */
export function matchesAnyText(texts: string[], add: Add) {
  const patterns = `${add(texts.map((text) => `%${escapeLike(text)}%`))}::text[]`;
  const has = (text: string) => `searchable(${text}) like any (${patterns})`;
  return `(${[
    has('p.name'),
    has('p.description'),
    has("array_to_string(p.tags, ' ')"),
    `p.category_id in (select id from categories where ${has('name')})`,
    `p.brand_id in (select id from brands where ${has('name')})`,
  ].join(' or ')})`;
}

export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
