import { listMessages, SORT_LABELS } from '@shop/contracts/catalog/list-messages';
import { Category } from '@shop/contracts/catalog/schema';
import { redirect } from 'react-router';
import { z } from 'zod';
import { ProductBrowser } from '#features/catalog/list/product-browser.tsx';
import { loadProductList } from '#features/catalog/list/product-list.server.ts';
import { apiFor } from '#lib/api.server.ts';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { Route } from './+types/products';

const HOME = { name: listMessages.home, path: '/' };
const ALL = { name: listMessages.section, path: '/products' };

export const meta: Route.MetaFunction = ({ matches, loaderData: { list, category } }) => {
  const here = category && { name: category.name, path: `/products?category=${encodeURIComponent(category.name)}` };
  return pageMeta(matches, {
    title: category?.name ?? listMessages.section,
    description: category?.description ?? listMessages.description,
    path: here?.path ?? ALL.path,
    image: category?.image ?? list.products[0]?.images[0],
    jsonLd: [breadcrumbJsonLd([HOME, ALL, ...(here ? [here] : [])])],
  });
};

export async function loader({ request, url }: Route.LoaderArgs) {
  if (url.searchParams.get('q')) throw redirect(`/search${url.search}`);
  const [list, categories] = await Promise.all([
    loadProductList({ request, url }),
    apiFor(request).get('/products/categories', z.array(Category)),
  ]);
  return { list, category: categories.find(({ name }) => name === list.choice.category) };
}

export default function Products({ loaderData: { list, category } }: Route.ComponentProps) {
  return (
    <ProductBrowser list={list} defaultSortLabel={SORT_LABELS.featured}>
      {category && <Breadcrumbs above={[{ label: listMessages.allProducts, to: '/products' }]} here={category.name} />}
      <h1 className="font-display text-h1">{category?.name ?? (list.choice.brand || listMessages.allProducts)}</h1>
      {category && <p className="mt-2 max-w-[68ch] text-ink-soft">{category.description}</p>}
    </ProductBrowser>
  );
}
