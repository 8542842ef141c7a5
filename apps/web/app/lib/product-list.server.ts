import { Facets, PAGE_SIZE, PAGE_SIZE_MAX, Product } from '@shop/contracts/catalog';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import { apiFor } from './api.server.ts';
import { type ProductChoice, parametersOf, readChoice, searchOf } from './product-choice.ts';

/** Only what a card shows: the rest of a product would travel twice, in the page and in its data. */
export const Card = Product.pick({
  id: true,
  name: true,
  slug: true,
  price: true,
  salePrice: true,
  images: true,
  imageAlts: true,
  brand: true,
  inStock: true,
  hasOptions: true,
  ratings: true,
  reviewCount: true,
});

/** So many pages grow in place; then a new sheet begins, so that no address asks for more than one answer of the API. */
const PAGES_MAX = Math.floor(PAGE_SIZE_MAX / PAGE_SIZE);

type Visit = { request: Request; url: URL };
export type ProductList = Awaited<ReturnType<typeof loadProductList>>;

/**
 * The list an address stands for. The address says all of it, also how far one has read: `pages` of them, from
 * `cursor` on. So Back, a reload and a browser without scripts show the same products.
 */
export async function loadProductList({ request, url }: Visit, api = apiFor(request)) {
  const { pathname, searchParams } = url;
  const choice = readChoice(searchParams);
  // A plain form sends the price as one word and all that was left open; the page itself has one address.
  if (searchParams.has('price')) throw redirect(pathname + searchOf(choice));

  const cursor = searchParams.get('cursor') ?? '';
  const pages = pagesIn(searchParams);
  const question = parametersOf(choice);
  const [page, facets] = await Promise.all([
    api.tryGetPage(`/products?${listQuery(question, pages, cursor)}`, z.array(Card)),
    api.get(`/products/facets?${question}`, Facets),
  ]);
  // A cursor of a former release or another order leads nowhere; the list itself is still there.
  if (!page.ok && page.problem.status === 422 && cursor) throw redirect(pathname + searchOf(choice));
  if (!page.ok) throw data(page.problem, { status: page.problem.status });

  const { items, total, next } = page.value;
  const more = next ? moreOf(choice, pages, cursor, next) : undefined;
  return { choice, facets, total, products: items, pages, fromStart: !cursor, more };
}

function pagesIn(parameters: URLSearchParams) {
  const pages = Number(parameters.get('pages') ?? 1);
  return Number.isInteger(pages) && pages > 0 ? Math.min(pages, PAGES_MAX) : 1;
}

function listQuery(question: URLSearchParams, pages: number, cursor: string) {
  const query = new URLSearchParams([...question, ['limit', `${PAGE_SIZE * pages}`]]);
  if (cursor) query.set('cursor', cursor);
  return query;
}

/** The address of the list with one page more, or of the sheet after it. */
function moreOf(choice: ProductChoice, pages: number, cursor: string, next: string) {
  const grows = pages < PAGES_MAX;
  const parameters = parametersOf(choice);
  const from = grows ? cursor : next;
  if (from) parameters.set('cursor', from);
  if (grows) parameters.set('pages', `${pages + 1}`);
  return { search: `?${parameters}`, grows };
}
