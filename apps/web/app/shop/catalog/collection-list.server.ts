import { getCollection, listProductsOfCollection } from '@shop/contracts/catalog/operations';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';
import { RENAMED, redirectToLowerCase } from '#lib/public-pages.ts';
import { Card } from './card.server.ts';
import { parseProductFilter } from './product-filter.ts';
import { listQuery, moreOf, pagesIn } from './product-list.server.ts';

/** Unknown or malformed slug. */
const NO_SUCH_COLLECTION = [404, 414, 422];
/** A collection has its own sort order, and no filters. */
const NO_FILTER = parseProductFilter(new URLSearchParams());

type Visit = { request: Request; url: URL; slug: string };

/** A published collection with its products: `pages` pages from `cursor` on, as in the product list. */
export async function loadCollection({ request, url, slug }: Visit, api = apiFor(request)) {
  const found = await api.call(getCollection, { params: { collection: slug } });
  if (!found.ok && NO_SUCH_COLLECTION.includes(found.problem.status)) {
    redirectToLowerCase(url);
    throw redirect('/products');
  }
  if (!found.ok) throw data(found.problem, { status: found.problem.status });
  const collection = found.value;
  // The API also finds a collection by a previous slug: redirect to the current one.
  if (collection.slug !== slug) throw redirect(`/collections/${collection.slug}${url.search}`, RENAMED);

  const cursor = url.searchParams.get('cursor') ?? '';
  const pages = pagesIn(url.searchParams);
  const query = listQuery(new URLSearchParams(), pages, cursor);
  const page = await api.call(listProductsOfCollection, { params: { collection: slug }, search: query }, z.array(Card));
  // A cursor of another sort order is invalid: restart at the first page.
  if (!page.ok && page.problem.status === 422 && cursor) throw redirect(url.pathname);
  if (!page.ok) throw data(page.problem, { status: page.problem.status });

  const { value: products, total = '', next } = page;
  const more = next ? moreOf(NO_FILTER, pages, cursor, next) : undefined;
  return { collection, list: { choice: NO_FILTER, total, products, pages, fromStart: !cursor, more } };
}
