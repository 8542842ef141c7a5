import { UNDO_DAYS } from '@shop/contracts/catalog/admin-schema';
import { PRICE_BANDS } from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { ProductQuery, Suggestion } from '@shop/contracts/catalog/schema';
import { type Cents, toAmount, toCents } from '@shop/contracts/common/money';
import { DAY_MS } from '@shop/contracts/common/time';
import { DomainError } from '#platform/errors.ts';
import type { SuggestionRow } from './suggestion-queries.ts';

/** No row has it, and it sorts before every id. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

export type Labels = { categoryId?: string; brandId?: string };

export type ProductFilter = Labels & {
  minPriceCents?: Cents;
  maxPriceCents?: Cents;
  rating?: number;
  tags?: string[];
  sizes?: string[];
  /** All products with one of these sizes; set only if they are few. */
  sizeIds?: string[];
  /** Products of a search: these ids, or all that match `wide`. */
  ids?: string[];
  wide?: Wide;
  /** Only products that this filter excludes. */
  unlike?: ProductFilter;
};

/**
 * Matched by products that match one of the words or are one of `skuProducts`: about `estimate` of them at most and
 * `atLeast` at least, if that is known.
 */
export type Wide = { matches: Match[]; skuProducts: string[]; estimate?: number; atLeast?: number };
/** Matched by products with one of these terms, or with this text. */
export type Match = { keys: string[]; text?: string };

export const isOpen = (filter: ProductFilter) => Object.values(filter).every((value) => value === undefined);

/** Empty values do not filter: a plain HTML form sends them for unset fields. */
export const productFilter = (query: ProductQuery, labels: Labels = {}): ProductFilter => ({
  ...labels,
  minPriceCents: cents(query.minPrice),
  maxPriceCents: cents(query.maxPrice),
  rating: query.rating || undefined,
  tags: query.tags?.length ? query.tags : undefined,
  sizes: query.size?.length ? query.size : undefined,
});

/** A filter whose product counts are precomputed. */
export type FacetKey = Labels & { band: number; stars: number };

export function facetKeyOf({ categoryId, brandId, minPriceCents, maxPriceCents, rating, ...others }: ProductFilter) {
  const band = bandOf(minPriceCents ?? 0, maxPriceCents);
  const stars = [undefined, 1, 2, 3, 4].indexOf(rating);
  if (band === undefined || stars < 0 || !isOpen(others)) return undefined;
  return { categoryId, brandId, band, stars } satisfies FacetKey;
}

/** 0 for any price, 1 for the first band and so on. */
export function bandOf(minCents: Cents | 0, maxCents: Cents | undefined) {
  if (minCents === 0 && maxCents === undefined) return 0;
  const place = PRICE_BANDS.findIndex(
    ({ min, max }) => toCents(min) === minCents && (max && toCents(max)) === maxCents,
  );
  return place < 0 ? undefined : place + 1;
}

/** Undefined without a search, empty for a blank one. */
export const queryWords = (query: string | undefined) => query?.split(/\s+/).filter(Boolean);

const cents = (amount: number | '' | undefined) =>
  amount === '' || amount === undefined ? undefined : toCents(amount);

/** Keyset of the last row on a page: the sort order, its sort values as integers, and its id as the tie-breaker. */
export type Cursor = { order: string; values: string[]; id: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WHOLE = /^-?\d{1,16}$/;

export const encodeCursor = ({ order, values, id }: Cursor) =>
  Buffer.from([order, ...values, id].join(' ')).toString('base64url');

/** Accepts only cursors of these sort orders, given with their number of values. */
export function decodeCursor(text: string, orders: Record<string, number>): Cursor {
  const [order = '', ...rest] = Buffer.from(text, 'base64url').toString().split(' ');
  const [values, id = ''] = [rest.slice(0, -1), rest.at(-1)];
  if (
    Object.hasOwn(orders, order) &&
    values.length === orders[order] &&
    values.every((value) => WHOLE.test(value)) &&
    UUID.test(id)
  )
    return { order, values, id };
  throw new DomainError('invalid', 'invalid_cursor', catalogMessages.invalidCursor);
}

/** Until when a change of products can be undone. */
export const undoableUntil = (at: Date) => new Date(at.getTime() + UNDO_DAYS * DAY_MS);
export const isUndoable = (at: Date) => undoableUntil(at) > new Date();

export const suggestion = ({ name, slug, image, priceCents, salePriceCents }: SuggestionRow): Suggestion => ({
  name,
  slug,
  image,
  price: toAmount(priceCents),
  salePrice: toAmount(salePriceCents ?? 0),
});
