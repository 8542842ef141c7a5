import {
  COUNT_MAX,
  catalogMessages,
  FEATURED_COUNT,
  PAGE_SIZE,
  type ProductQuery,
  REVIEWS_SHOWN,
  type ReviewQuery,
  SUGGESTION_MAX,
  SUGGESTION_MIN_LENGTH,
} from '@shop/contracts/catalog';
import type { Pool } from 'pg';
import { DomainError } from '#platform/errors.ts';
import {
  findPresentSlug,
  findProductBySlug,
  findPublishedId,
  listPairedIds,
  listReviews,
  listSuggestions,
} from './queries.ts';
import { listCards } from './queries-cards.ts';
import { listProductIds } from './queries-list.ts';
import { decodeCursor, encodeCursor, productCard, productDetail, queryWords, review, suggestion } from './rules.ts';
import { narrowedFilter, readFilter, searchProducts, suggestIds, understand } from './search.ts';
import { countMatching } from './totals.ts';

export async function browseProducts(pool: Pool, query: ProductQuery) {
  const words = queryWords(query.q);
  // A search that says nothing finds nothing.
  if (words?.length === 0) return { products: [], total: '0', nextCursor: undefined };

  const { ids, total, next } =
    words && !query.sortBy ? await searchPage(pool, words, query) : await sortedPage(pool, query);
  return {
    products: await readCards(pool, ids),
    total: total > COUNT_MAX ? `${COUNT_MAX}+` : `${total}`,
    nextCursor: next && encodeCursor(next),
  };
}

async function searchPage(pool: Pool, words: string[], { limit = PAGE_SIZE, cursor, ...query }: ProductQuery) {
  const after = cursor ? decodeCursor(cursor, { compared: 2, stages: 2 }) : undefined;
  const [search, filter] = await Promise.all([understand(pool, words), readFilter(pool, query)]);
  return searchProducts(pool, search, { filter, limit, after });
}

async function sortedPage(pool: Pool, { limit = PAGE_SIZE, cursor, ...query }: ProductQuery) {
  const sortBy = query.sortBy || 'featured';
  const after = cursor ? decodeCursor(cursor, { [sortBy]: 1 }) : undefined;
  const filter = await narrowedFilter(pool, query);
  // One more than shown tells whether there is a next page.
  const [found, total] = await Promise.all([
    listProductIds(pool, { filter, sortBy, limit: limit + 1, after }),
    countMatching(pool, filter),
  ]);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: idsOf(shown),
    total,
    next: last && found.length > limit ? { order: sortBy, values: [last.sort_value], id: last.id } : undefined,
  };
}

export async function featuredProducts(pool: Pool) {
  return readCards(pool, idsOf(await listProductIds(pool, { filter: {}, sortBy: 'popular', limit: FEATURED_COUNT })));
}

/** In the order of the ids. */
export const readCards = async (pool: Pool, ids: string[]) => (await listCards(pool, ids)).map(productCard);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** The product, or the slug it goes by today when it was asked for by a former one. */
export async function getProduct(pool: Pool, slug: string) {
  const row = await findProductBySlug(pool, slug);
  if (row) return { product: productDetail(row, await readCards(pool, await listPairedIds(pool, row.id))) };

  const movedTo = await findPresentSlug(pool, slug);
  if (movedTo) return { movedTo };
  throw productNotFound();
}

const productNotFound = () => new DomainError('not_found', 'product_not_found', catalogMessages.productNotFound);

export async function readReviews(pool: Pool, slug: string, { limit = REVIEWS_SHOWN, cursor }: ReviewQuery) {
  const after = cursor ? decodeCursor(cursor, { newest: 1 }) : undefined;
  const productId = await findPublishedId(pool, slug);
  if (!productId) throw productNotFound();

  const found = await listReviews(pool, productId, limit + 1, after);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    reviews: shown.map((row) => review(row.review)),
    nextCursor:
      last && found.length > limit
        ? encodeCursor({ order: 'newest', values: [last.sort_value], id: last.review.id })
        : undefined,
  };
}

export async function suggestProducts(pool: Pool, typed: string) {
  if (typed.length < SUGGESTION_MIN_LENGTH) return [];
  const ids = await suggestIds(pool, queryWords(typed) ?? [], SUGGESTION_MAX);
  return (await listSuggestions(pool, ids)).map(suggestion);
}
