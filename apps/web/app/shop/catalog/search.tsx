import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import { apiFor } from '#lib/api.server.ts';
import { pageMeta } from '#lib/seo.ts';
import type { Route } from './+types/search';
import { findWaysOn } from './browse-links.server.ts';
import { NothingFound } from './nothing-found.tsx';
import { ProductBrowser } from './product-browser.tsx';
import { parseProductFilter, searchOf, withoutFilters } from './product-filter.ts';
import { loadProductList } from './product-list.server.ts';
import { SearchHeading } from './search-heading.tsx';
import { SearchPrompt } from './search-prompt.tsx';
import { useCountSearch } from './use-count-search.ts';

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
  if (found) return { query, list, waysOn: undefined };
  return { query, list: undefined, waysOn: await findWaysOn(apiFor(request)) };
}

export default function Search({ loaderData: { query, list, waysOn } }: Route.ComponentProps) {
  useCountSearch(query, list !== undefined && !list.search?.corrected);
  if (waysOn) return query ? <NothingFound query={query} {...waysOn} /> : <SearchPrompt {...waysOn} />;
  return (
    <ProductBrowser list={list} defaultSortLabel={searchPageMessages.bestMatch}>
      <SearchHeading list={list} />
    </ProductBrowser>
  );
}
