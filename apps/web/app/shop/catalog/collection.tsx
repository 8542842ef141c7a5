import { collectionMessages } from '@shop/contracts/catalog/collections/messages';
import { listMessages } from '@shop/contracts/catalog/list-messages';
import { Gem } from 'lucide-react';
import { useLocation } from 'react-router';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import type { Route } from './+types/collection';
import { loadCollection } from './collection-list.server.ts';
import { ListEnd } from './list-end.tsx';
import { ProductGrid } from './product-grid.tsx';

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
