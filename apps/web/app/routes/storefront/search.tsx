import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import { Category } from '@shop/contracts/catalog/schema';
import { z } from 'zod';
import { NothingFound } from '#features/catalog/list/nothing-found.tsx';
import { ProductBrowser } from '#features/catalog/list/product-browser.tsx';
import { parseProductFilter, searchOf, withoutFilters } from '#features/catalog/list/product-filter.ts';
import { loadProductList } from '#features/catalog/list/product-list.server.ts';
import { SearchPrompt } from '#features/catalog/list/search-prompt.tsx';
import { apiFor } from '#lib/api.server.ts';
import { pageMeta } from '#lib/seo.ts';
import type { Route } from './+types/search';

export const meta: Route.MetaFunction = ({ matches, loaderData: { query } }) => [
  ...pageMeta(matches, {
    title: query ? searchPageMessages.title(query) : searchPageMessages.section,
    description: searchPageMessages.description,
    path: '/search',
  }),
  { name: 'robots', content: 'noindex, follow' },
];

export async function loader({ request, url }: Route.LoaderArgs) {
  const query = parseProductFilter(url.searchParams).q;
  const list = query ? await loadProductList({ request, url }) : undefined;
  const found = list && (list.products.length > 0 || searchOf(list.choice) !== searchOf(withoutFilters(list.choice)));
  if (found) return { query, list, categories: [] };
  return {
    query,
    list: undefined,
    categories: await apiFor(request).get('/products/categories', z.array(Category)),
  };
}

export default function Search({ loaderData: { query, list, categories } }: Route.ComponentProps) {
  if (!query) return <SearchPrompt categories={categories} />;
  if (!list) return <NothingFound query={query} categories={categories} />;
  return (
    <ProductBrowser list={list} defaultSortLabel={searchPageMessages.bestMatch}>
      <h1 className="font-display text-h1">{searchPageMessages.resultsFor(query)}</h1>
    </ProductBrowser>
  );
}
