import {
  COUNT_MAX,
  FEATURED_COUNT,
  PAGE_SIZE,
  REVIEWS_SHOWN,
  SUGGESTION_MAX,
  SUGGESTION_MIN_LENGTH,
} from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { ProductQuery, ReviewQuery } from '@shop/contracts/catalog/schema';
import type { Pool } from 'pg';
import { listProductIds } from '#catalog/search/list-queries.ts';
import { parseSearchQuery, readFilter, searchedFilter, searchProducts, suggestIds } from '#catalog/search/search.ts';
import { findMatching } from '#catalog/search/totals.ts';
import { listCards } from '#catalog/storefront/card-queries.ts';
import {
  findCurrentSlug,
  findProductBySlug,
  findPublishedId,
  listPairedIds,
  listReviews,
  listSuggestions,
} from '#catalog/storefront/queries.ts';
import {
  decodeCursor,
  encodeCursor,
  productCard,
  productDetail,
  queryWords,
  review,
  suggestion,
} from '#catalog/storefront/rules.ts';
import type { Queries } from '#platform/database/search-connections.ts';
import { DomainError } from '#platform/errors.ts';

export async function browseProducts(connection: Queries, query: ProductQuery) {
  const words = queryWords(query.q);
  // A blank search matches nothing.
  if (words?.length === 0) return { products: [], total: '0', nextCursor: undefined };

  const { ids, total, next } =
    words && !query.sortBy ? await searchPage(connection, words, query) : await sortedPage(connection, query);
  return {
    products: await readCards(connection, ids),
    total: total > COUNT_MAX ? `${COUNT_MAX}+` : `${total}`,
    nextCursor: next && encodeCursor(next),
  };
}

async function searchPage(connection: Queries, words: string[], { limit = PAGE_SIZE, cursor, ...query }: ProductQuery) {
  const after = cursor ? decodeCursor(cursor, { compared: 2, stages: 2 }) : undefined;
  const search = await parseSearchQuery(connection, words);
  const filter = await readFilter(connection, query);
  return searchProducts(connection, search, { filter, limit, after });
}

async function sortedPage(connection: Queries, { limit = PAGE_SIZE, cursor, ...query }: ProductQuery) {
  const sortBy = query.sortBy || 'featured';
  const after = cursor ? decodeCursor(cursor, { [sortBy]: 1 }) : undefined;
  const filter = await searchedFilter(connection, query);
  const { total, ids } = await findMatching(connection, filter);
  // Reads one row more than shown to detect a next page.
  const found = await listProductIds(connection, {
    filter: ids ? { ids } : filter,
    sortBy,
    limit: limit + 1,
    after,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: idsOf(shown),
    total,
    next: last && found.length > limit ? { order: sortBy, values: [last.sort_value], id: last.id } : undefined,
  };
}

export async function featuredProducts(connection: Queries) {
  return readCards(
    connection,
    idsOf(await listProductIds(connection, { filter: {}, sortBy: 'popular', limit: FEATURED_COUNT })),
  );
}

/** In the order of `ids`. */
export const readCards = async (connection: Queries, ids: string[]) =>
  (await listCards(connection, ids)).map(productCard);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** The product, or its current slug if `slug` is a previous one. */
export async function getProduct(pool: Pool, slug: string) {
  const row = await findProductBySlug(pool, slug);
  if (row) return { product: productDetail(row, await readCards(pool, await listPairedIds(pool, row.id))) };

  const movedTo = await findCurrentSlug(pool, slug);
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

export async function suggestProducts(connection: Queries, typed: string) {
  if (typed.length < SUGGESTION_MIN_LENGTH) return [];
  const ids = await suggestIds(connection, queryWords(typed) ?? [], SUGGESTION_MAX);
  return (await listSuggestions(connection, ids)).map(suggestion);
}
