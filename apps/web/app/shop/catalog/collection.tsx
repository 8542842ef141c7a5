import { collectionMessages } from '@shop/contracts/catalog/collection-messages';
import { listMessages } from '@shop/contracts/catalog/list-messages';
import { getCollection, listProductsOfCollection } from '@shop/contracts/catalog/operations';
import { Gem } from 'lucide-react';
import { data, redirect, useLocation } from 'react-router';
import { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';
import { RENAMED, redirectToLowerCase } from '#lib/public-pages.ts';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import type { Route } from './+types/collection';
import { Card } from './card.server.ts';
import { ListEnd } from './list-end.tsx';
import { parseProductFilter } from './product-filter.ts';
import { ProductGrid } from './product-grid.tsx';
import { listQuery, moreOf, pagesIn } from './product-list.server.ts';

const HOME = { name: listMessages.home, path: '/' };
const ALL = { name: listMessages.section, path: '/products' };

export const loader = ({ request, url, params }: Route.LoaderArgs) =>
  loadCollection({ request, url, slug: params.slug });

export const meta: Route.MetaFunction = ({ matches, loaderData: { collection, list } }) => {
  const { name, slug, description, image, seoTitle, seoDescription } = collection;
  const path = `/collections/${slug}`;
  return pageMeta(matches, {
    title: seoTitle || name,
    description: seoDescription || description.slice(0, 160) || collectionMessages.description(name),
    path,
    image: image ?? list.products[0]?.images[0],
    jsonLd: [breadcrumbJsonLd([HOME, ALL, { name, path }])],
  });
};

export default function CollectionPage({ loaderData: { collection, list } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  return (
    <div className="page-width pt-6 pb-16 wrap-anywhere desktop:pt-10">
      <Breadcrumbs above={[{ label: listMessages.allProducts, to: '/products' }]} here={collection.name} />
      <div className="mb-8 grid gap-6 tablet:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <h1 className="font-display text-h1">{collection.name}</h1>
          {collection.description && (
            <p className="mt-2 max-w-[68ch] whitespace-pre-line text-ink-soft">{collection.description}</p>
          )}
        </div>
        {collection.image && (
          <ResponsiveImage
            src={collection.image}
            alt={collection.imageAlt}
            width={400}
            height={300}
            sizes="(min-width: 768px) 400px, 92vw"
            largest={960}
            urgent
            className="aspect-[4/3] w-full rounded-image object-cover tablet:w-[320px] desktop:w-[400px]"
          />
        )}
      </div>
      <section aria-labelledby="products">
        <h2 id="products" className="sr-only">
          {listMessages.section}
        </h2>
        {list.products.length === 0 ? (
          <EmptyState
            icon={Gem}
            title={collectionMessages.empty}
            action={
              <ButtonLink look="secondary" to="/products">
                {collectionMessages.allProducts}
              </ButtonLink>
            }
          >
            {collectionMessages.emptyText}
          </EmptyState>
        ) : (
          <>
            <p role="status" className="mb-6 text-ink-soft text-small tabular-nums">
              {listMessages.count(list.total)}
            </p>
            <ProductGrid products={list.products} wide />
            <ListEnd list={list} path={pathname} />
          </>
        )}
      </section>
    </div>
  );
}

/** Unknown or malformed slug. */
const NO_SUCH_COLLECTION = [404, 414, 422];
/** A collection has its own sort order, and no filters. */
const NO_FILTER = parseProductFilter(new URLSearchParams());

type Visit = { request: Request; url: URL; slug: string };

/** A published collection with its products: `pages` pages from `cursor` on, as in the product list. */
async function loadCollection({ request, url, slug }: Visit, api = apiFor(request)) {
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
