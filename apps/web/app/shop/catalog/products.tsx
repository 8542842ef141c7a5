import { listMessages, SORT_LABELS } from '@shop/contracts/catalog/list-messages';
import { listBrands, listCategories } from '@shop/contracts/catalog/operations';
import { redirect } from 'react-router';
import { type Api, apiFor } from '#lib/api.server.ts';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { Route } from './+types/products';
import { ProductBrowser } from './product-browser.tsx';
import { loadProductList, type ProductList } from './product-list.server.ts';

const HOME = { name: listMessages.home, path: '/' };
const ALL = { name: listMessages.section, path: '/products' };

export const meta: Route.MetaFunction = ({ matches, loaderData: { list, category, brand } }) => {
  const label = category ?? brand;
  const path = label && `/products?${category ? 'category' : 'brand'}=${encodeURIComponent(label.name)}`;
  return pageMeta(matches, {
    title: label?.seoTitle || label?.name || listMessages.section,
    description: label?.seoDescription || label?.description || listMessages.description,
    path: path ?? ALL.path,
    image: category?.image ?? list.products[0]?.images[0],
    jsonLd: [breadcrumbJsonLd([HOME, ALL, ...(label && path ? [{ name: label.name, path }] : [])])],
  });
};

export async function loader({ request, url }: Route.LoaderArgs) {
  if (url.searchParams.get('q')) throw redirect(`/search${url.search}`);
  const api = apiFor(request);
  const [list, categories] = await Promise.all([loadProductList({ request, url }), api.read(listCategories)]);
  const category = categories.find(({ name }) => name === list.choice.category);
  return { list, category, brand: category ? undefined : await loadBrand(api, list) };
}

async function loadBrand(api: Api, { choice, facets }: ProductList) {
  if (!facets.brands.some(({ name }) => name === choice.brand)) return undefined;
  const brands = await api.read(listBrands);
  return brands.find(({ name }) => name === choice.brand);
}

export default function Products({ loaderData: { list, category, brand } }: Route.ComponentProps) {
  const label = category ?? brand;
  return (
    <ProductBrowser list={list} defaultSortLabel={SORT_LABELS.featured}>
      {category && <Breadcrumbs above={[{ label: listMessages.allProducts, to: '/products' }]} here={category.name} />}
      <h1 className="font-display text-h1">{label?.name ?? listMessages.allProducts}</h1>
      {label?.description && <p className="mt-2 max-w-[68ch] text-ink-soft">{label.description}</p>}
    </ProductBrowser>
  );
}
