import {
  COUNT_MAX,
  FEATURED_COUNT,
  HOME_BRANDS_MAX,
  PAGE_SIZE,
  REVIEWS_SHOWN,
  SUGGESTED_CATEGORIES_MAX,
  SUGGESTION_MAX,
  SUGGESTION_MIN_LENGTH,
} from '@shop/contracts/catalog/constants';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { ProductQuery, ReviewQuery, SearchSuggestions, SortBy } from '@shop/contracts/catalog/schema';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { z } from 'zod';
import { decodeCursor, encodeCursor, isOpen, productFilter, queryWords } from '#catalog/rules.ts';
import { beyond, listProductIds, SORT } from '#catalog/search/list-queries.ts';
import { findMatching } from '#catalog/search/matches.ts';
import { parseSearchQuery } from '#catalog/search/parse-query.ts';
import type { Search } from '#catalog/search/rules.ts';
import { interpretationOf } from '#catalog/search/rules.ts';
import { readFilter, searchedFilter, searchProducts } from '#catalog/search/search.ts';
import { listMatchingCategories, suggestByName } from '#catalog/search/suggest.ts';
import { brandIdOf, categoryIdOf, findBrand, findCategory } from '#catalog/taxonomy/alias-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { json, number, orNull, text } from '#platform/database/row.ts';
import { one, raw, sql, when } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { paginateBy } from '#platform/http/paging.ts';
import { CARD, CARD_JOINS, listCards, parseCards } from './card-queries.ts';
import {
  findAnyPublished,
  findCurrentSlug,
  findProductBySlug,
  findProductToPreview,
  findPublishedId,
  listBestSellerIds,
  listBrandNames,
  listCategories,
} from './product-queries.ts';
import { listReviews } from './review-queries.ts';
import { type Cursor, NIL_ID, suggestion } from './rules.ts';
import { listSuggestions } from './suggestion-queries.ts';

export { countListedProducts } from '#catalog/products/list-products.ts';

/** `products` is the JSON of a list of products. */
export async function browseProducts(db: Db, query: ProductQuery) {
  const words = queryWords(query.q);
  // A blank search matches nothing.
  if (words?.length === 0) return { products: '[]', total: '0', nextCursor: undefined, interpretation: undefined };

  const { products, total, next, interpretation } =
    words && !query.sortBy
      ? await searchPage(db, words, query)
      : { ...(await sortedPage(db, query)), interpretation: undefined };
  return {
    interpretation,
    products,
    total: total > COUNT_MAX ? `${COUNT_MAX}+` : `${total}`,
    nextCursor: next && encodeCursor(next),
  };
}

async function searchPage(db: Db, words: string[], { limit = PAGE_SIZE, cursor, ...query }: ProductQuery) {
  const after = cursor ? decodeCursor(cursor, { ranked: 2, staged: 2 }) : undefined;
  const search = await parseSearchQuery(db, words, { exact: !!query.exact });
  const filter = await readFilter(db, query);
  const { groups, cards, ...page } = await searchProducts(db, search, { filter, limit, after });
  return { ...page, products: cards, interpretation: interpretationOf(words, search, groups) };
}

async function sortedPage(db: Db, { limit = PAGE_SIZE, cursor, ...query }: ProductQuery) {
  const sortBy = query.sortBy || 'featured';
  const after = cursor ? decodeCursor(cursor, { [sortBy]: 1 }) : undefined;
  const label = onlyLabelOf(query);
  if (label) {
    const { cards, total, last } = await db.run(findCardPage({ label, sortBy, limit, after }));
    return { products: cards, total, next: last ? { order: sortBy, values: [last.value], id: last.id } : undefined };
  }
  const filter = await searchedFilter(db, query);
  const { total, ids } = await findMatching(db, filter);
  const found = await db.run(listProductIds({ filter: ids ? { ids } : filter, sortBy, limit: limit + 1, after }));
  const { items, next } = paginateBy(found, limit, ({ sortValue, id }) => ({
    order: sortBy,
    values: [sortValue],
    id,
  }));
  return { products: await listCards(db, idsOf(items)), total, next };
}

/** The category or brand of a query that has no other filter. */
function onlyLabelOf({ category, brand, sortBy: _sort, exact: _exact, ...filters }: ProductQuery) {
  if ((category && brand) || !isOpen(productFilter(filters)) || filters.q !== undefined) return undefined;
  return { category, brand };
}

const firstCards = async (db: Db, sortBy: SortBy) =>
  parseCards((await db.run(findCardPage({ label: {}, sortBy, limit: FEATURED_COUNT }))).cards);

export const featuredProducts = (db: Db) => firstCards(db, 'popular');

/** The most recently added. */
export const newProducts = (db: Db) => firstCards(db, 'newest');

/** The most bought products that are in stock, filled up with the best rated ones after those that are featured. */
export async function bestSellers(db: Db) {
  const sold = await listBestSellerIds(db, FEATURED_COUNT, new Date());
  if (sold.length === FEATURED_COUNT) return readCards(db, sold);
  const popular = await db.run(listProductIds({ filter: {}, sortBy: 'popular', limit: 3 * FEATURED_COUNT }));
  const others = idsOf(popular.slice(FEATURED_COUNT)).filter((id) => !sold.includes(id));
  const cards = await readCards(db, [...sold, ...others]);
  return cards.filter(({ inStock }) => inStock).slice(0, FEATURED_COUNT);
}

export const brandNames = (db: Db) => listBrandNames(db, HOME_BRANDS_MAX);

/** Whether the store sells anything yet. */
export const hasPublishedProducts = (db: Db) => findAnyPublished(db);

/** In the order of their positions. */
export const browseCategories = (db: Db) => db.run(listCategories);

/** In the order of `ids`. */
export const readCards = async (db: Db, ids: string[]) => parseCards(await listCards(db, ids));
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** The JSON of the product, or its current slug if `slug` is a previous one. */
export async function getProduct(db: Db, slug: string) {
  const product = await findProductBySlug(db, slug);
  if (product) return { product };

  const movedTo = await findCurrentSlug(db, slug);
  if (movedTo) return { movedTo };
  throw productNotFound();
}

/** The JSON of a product as its page will show it, also before it is published. */
export async function previewProduct(db: Db, id: string) {
  const product = await findProductToPreview(db, id);
  if (product) return product;
  throw productNotFound();
}

export const productNotFound = () => new DomainError('not_found', 'product_not_found', catalogMessages.productNotFound);

export async function readReviews(
  db: Db,
  slug: string,
  { limit = REVIEWS_SHOWN, sortBy = 'newest', cursor, ...filter }: ReviewQuery,
) {
  const after = cursor ? decodeCursor(cursor, sortBy === 'helpful' ? { helpful: 2 } : { newest: 1 }) : undefined;
  const productId = await findPublishedId(db, slug);
  if (!productId) throw productNotFound();

  const found = await db.run(listReviews(productId, filter, { sortBy, limit: limit + 1, after }));
  const { items, next } = paginateBy(found, limit, ({ sortValues: values, review }) =>
    encodeCursor({ order: sortBy, values, id: review.id }),
  );
  return { reviews: items.map(({ review }) => review), nextCursor: next };
}

/** By its name or slug, or by a previous one. */
export async function getCategory(db: Db, address: string) {
  const category = await findCategory(db, address);
  if (category) return category;
  throw new DomainError('not_found', 'category_not_found', taxonomyMessages.category.notFoundInStore);
}

/** The same for a brand. */
export async function getBrand(db: Db, address: string) {
  const brand = await findBrand(db, address);
  if (brand) return brand;
  throw new DomainError('not_found', 'brand_not_found', taxonomyMessages.brand.notFoundInStore);
}

/** Name, image and prices of these products, without those that are not published. */
export const summarizeProducts = async (db: Db, ids: string[]) => (await listSuggestions(db, ids)).map(suggestion);

/** The same with those out of stock last. */
async function suggestedProducts(db: Db, search: Search, limit: number) {
  const found = await suggestByName(db, search, limit);
  return found.toSorted((a, b) => Number(b.inStock) - Number(a.inStock)).map(suggestion);
}

export async function suggestProducts(db: Db, typed: string) {
  if (typed.length < SUGGESTION_MIN_LENGTH) return [];
  const search = await parseSearchQuery(db, queryWords(typed) ?? []);
  return suggestedProducts(db, search, SUGGESTION_MAX);
}

/** Categories and products, at most `SUGGESTION_MAX` together. */
export async function suggestSearch(db: Db, typed: string): Promise<SearchSuggestions> {
  if (typed.length < SUGGESTION_MIN_LENGTH) return { categories: [], products: [] };
  const search = await parseSearchQuery(db, queryWords(typed) ?? []);
  const categories = await listMatchingCategories(db, search.words, SUGGESTED_CATEGORIES_MAX);
  return { categories, products: await suggestedProducts(db, search, SUGGESTION_MAX - categories.length) };
}

/** The names of at most one of them: with one, every value has the same good plan, a range of an index. */
type LabelNames = { category?: string; brand?: string };

type CardPage = { label: LabelNames; sortBy: SortBy; limit: number; after?: Cursor };
const cardPage = { cards: text, total: number, last: orNull(json(z.object({ value: z.string(), id: z.string() }))) };

/** Only these are prepared: a statement for every limit that a client can ask for would fill the memory of PostgreSQL. */
const PREPARED_LIMITS = [PAGE_SIZE, FEATURED_COUNT];

/**
 * A page of all published products or those of a category or brand, with their number, in one statement. `last`
 * is the last product of the page, if there are more.
 */
const findCardPage = (page: CardPage) => (isFirstOfAll(page) ? firstOfAll(page) : anyPage(page));

const isFirstOfAll = ({ label, limit, after }: CardPage) =>
  !after && label.category === undefined && label.brand === undefined && PREPARED_LIMITS.includes(limit);

const NIL = raw(`'${NIL_ID}'`);

/** The most frequent statement of all, one for each order and usual limit: composed once. */
const firstPages = new Map<string, ReturnType<typeof anyPage>>();
function firstOfAll(page: CardPage) {
  const key = `${page.sortBy} ${page.limit}`;
  const statement = firstPages.get(key) ?? anyPage(page);
  firstPages.set(key, statement);
  return statement;
}

function anyPage({ label, sortBy, limit, after }: CardPage) {
  const { column, order, write } = SORT[sortBy];
  const categoryId = label.category ? categoryIdOf(label.category) : undefined;
  const brandId = label.brand ? brandIdOf(label.brand) : undefined;
  const size = raw(`${limit}`);
  return one('storefront.findCardPage', cardPage, { prepare: PREPARED_LIMITS.includes(limit) })`
    with page as materialized (
      select p.id, ${write}::text as value, row_number() over (order by ${column} ${order}, p.id ${order}) as place
        from products p
       where p.status = 'published'
             ${when(categoryId, sql`and p.category_id = ${categoryId}`)}
             ${when(brandId, sql`and p.brand_id = ${brandId}`)} ${beyond(sortBy, after)}
       order by ${column} ${order}, p.id ${order} limit ${raw(`${limit + 1}`)})
    select (select '[' || coalesce(string_agg(${CARD}, ',' order by page.place), '') || ']'
              from page
             cross join lateral (select * from product_cards where product_id = page.id offset 0) c
              ${CARD_JOINS}
             where page.place <= ${size}) as cards,
           (select coalesce(sum(products), 0) from facet_counts
             where category_id = ${categoryId ?? NIL} and brand_id = ${brandId ?? NIL} and band = 0 and stars = 0) as total,
           (select json_build_object('value', value, 'id', id) from page
             where place = ${size} and (select count(*) from page) > ${size}) as last`;
}
