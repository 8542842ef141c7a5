import { Category } from '@shop/contracts/catalog';
import { searchPageMessages } from '@shop/contracts/product-list-texts';
import { z } from 'zod';
import { NothingFound } from '#components/catalog/nothing-found.tsx';
import { ProductBrowser } from '#components/catalog/product-browser.tsx';
import { SearchPrompt } from '#components/catalog/search-prompt.tsx';
import { apiFor } from '#lib/api.server.ts';
import { readChoice, searchOf, withoutFilters } from '#lib/product-choice.ts';
import { loadProductList } from '#lib/product-list.server.ts';
import { pageMeta } from '#lib/seo.ts';
import type { Route } from './+types/search';

export const meta: Route.MetaFunction = ({ matches, loaderData: { words } }) => [
  ...pageMeta(matches, {
    title: words ? searchPageMessages.title(words) : searchPageMessages.section,
    description: searchPageMessages.description,
    path: '/search',
  }),
  { name: 'robots', content: 'noindex, follow' },
];

export async function loader({ request, url }: Route.LoaderArgs) {
  const words = readChoice(url.searchParams).q;
  const list = words ? await loadProductList({ request, url }) : undefined;
  const found = list && (list.products.length > 0 || searchOf(list.choice) !== searchOf(withoutFilters(list.choice)));
  if (found) return { words, list, categories: [] };
  return { words, list: undefined, categories: await apiFor(request).get('/products/categories', z.array(Category)) };
}

export default function Search({ loaderData: { words, list, categories } }: Route.ComponentProps) {
  if (!words) return <SearchPrompt categories={categories} />;
  if (!list) return <NothingFound words={words} categories={categories} />;
  return (
    <ProductBrowser list={list} usualOrder={searchPageMessages.bestMatch}>
      <h1 className="font-display text-h1">{searchPageMessages.resultsFor(words)}</h1>
    </ProductBrowser>
  );
}
