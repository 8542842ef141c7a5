import { PAGE_SIZE, PAGE_SIZE_MAX } from '@shop/contracts/catalog/constants';
import {
  getBrand,
  getCategory,
  getFacets,
  listBrands,
  listCategories,
  listProducts,
} from '@shop/contracts/catalog/operations';
import type { Facets } from '@shop/contracts/catalog/schema';
import { SearchInterpretation } from '@shop/contracts/catalog/search-schema';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import { type Api, apiFor, type CallResult } from '#lib/api.server.ts';
import { RENAMED } from '#lib/public-pages.ts';
import { Card } from './card.server.ts';
import { type ProductFilter, parametersOf, parseProductFilter, searchOf } from './product-filter.ts';

/** Pages shown at once; then the list continues from a cursor, so that every URL takes one API request. */
const PAGES_MAX = Math.floor(PAGE_SIZE_MAX / PAGE_SIZE);

type Visit = { request: Request; url: URL };
export type ProductList = Awaited<ReturnType<typeof loadProductList>>;

/**
 * The product list of a URL. The URL has the whole state, including the position: `pages` pages from `cursor` on. So
 * Back, a reload and a browser without scripts show the same products.
 */
export async function loadProductList({ request, url }: Visit, api = apiFor(request)) {
  const { pathname, searchParams } = url;
  const filter = parseProductFilter(searchParams);
  // A plain form sends the price as one parameter and the empty fields too: redirect to the canonical URL.
  if (searchParams.has('price')) throw redirect(pathname + searchOf(filter));

  const cursor = searchParams.get('cursor') ?? '';
  const pages = pagesIn(searchParams);
  const parameters = parametersOf(filter);
  const [page, facets] = await Promise.all([
    api.call(listProducts, { search: listQuery(parameters, pages, cursor) }, z.array(Card)),
    readFacets(api, parameters),
  ]);
  // A cursor of an earlier release or another sort is invalid: restart at the first page.
  if (!page.ok && page.problem.status === 422 && cursor) throw redirect(pathname + searchOf(filter));
  if (!page.ok) throw data(page.problem, { status: page.problem.status });
  const renamed = await findRenamed(api, filter, facets);
  if (renamed) throw redirect(pathname + searchOf({ ...filter, ...renamed }), RENAMED);

  const { value: products, total = '', next, search } = page;
  const more = next ? moreOf(filter, pages, cursor, next) : undefined;
  return {
    choice: filter,
    facets,
    total,
    products,
    pages,
    fromStart: !cursor,
    more,
    search: understood(search),
  };
}

/** How the API understood a search; undefined for other lists. */
function understood(header: string | undefined) {
  return header === undefined ? undefined : SearchInterpretation.parse(JSON.parse(decodeURIComponent(header)));
}

/** If the API rejects facets under load, every category and brand is offered without a count. */
async function readFacets(api: Api, parameters: URLSearchParams): Promise<Facets> {
  const facets = await api.call(getFacets, { search: parameters });
  if (facets.ok) return facets.value;
  const [categories, brands] = await Promise.all([api.read(listCategories), api.read(listBrands)]);
  return {
    categories: withoutCounts(categories),
    brands: withoutCounts(brands),
    prices: [],
    ratings: [],
    tags: [],
    sizes: [],
  };
}

const Named = z.object({ name: z.string() });

/** The current names of a category or brand in the URL that was renamed or merged, or is given by its slug. */
async function findRenamed(api: Api, { category, brand }: ProductFilter, facets: Facets) {
  const currentName = async (
    name: string,
    known: { name: string }[],
    find: () => Promise<CallResult<{ name: string }>>,
  ) => {
    // Dots alone would be another path.
    if (known.length === 0 || known.some((one) => one.name === name) || /^\.*$/.test(name)) return undefined;
    const found = await find();
    return found.ok && found.value.name !== name ? found.value.name : undefined;
  };
  const [newCategory, newBrand] = await Promise.all([
    currentName(category, facets.categories, () => api.call(getCategory, { params: { category } }, Named)),
    currentName(brand, facets.brands, () => api.call(getBrand, { params: { brand } }, Named)),
  ]);
  if (!newCategory && !newBrand) return undefined;
  return { category: newCategory ?? category, brand: newBrand ?? brand };
}

const withoutCounts = (choices: { name: string }[]) => choices.map(({ name }) => ({ name, count: null }));

export function pagesIn(parameters: URLSearchParams) {
  const pages = Number(parameters.get('pages') ?? 1);
  return Number.isInteger(pages) && pages > 0 ? Math.min(pages, PAGES_MAX) : 1;
}

export function listQuery(parameters: URLSearchParams, pages: number, cursor: string) {
  const query = new URLSearchParams([...parameters, ['limit', `${PAGE_SIZE * pages}`]]);
  if (cursor) query.set('cursor', cursor);
  return query;
}

/** The URL of the list with one more page, or continued from the next cursor. */
export function moreOf(filter: ProductFilter, pages: number, cursor: string, next: string) {
  const grows = pages < PAGES_MAX;
  const parameters = parametersOf(filter);
  const from = grows ? cursor : next;
  if (from) parameters.set('cursor', from);
  if (grows) parameters.set('pages', `${pages + 1}`);
  return { search: `?${parameters}`, grows };
}
