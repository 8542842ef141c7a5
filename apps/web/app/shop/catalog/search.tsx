import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { listCategories, listFeaturedProducts } from '@shop/contracts/catalog/operations';
import type { Category } from '@shop/contracts/catalog/schema';
import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { getHomePage } from '@shop/contracts/content/operations';
import { Search as SearchIcon } from 'lucide-react';
import { useEffect } from 'react';
import { Form, Link } from 'react-router';
import { z } from 'zod';
import { type Api, apiFor } from '#lib/api.server.ts';
import { sendPageView } from '#lib/reports/page-views.ts';
import { pageMeta } from '#lib/seo.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/search';
import { Card, CategoryTile } from './card.server.ts';
import { ProductBrowser } from './product-browser.tsx';
import type { CardProduct } from './product-card.tsx';
import { type ProductFilter, parseProductFilter, searchOf, withoutFilters } from './product-filter.ts';
import { kindsOf } from './product-kinds.ts';
import { loadProductList, type ProductList } from './product-list.server.ts';
import { ProductRow } from './product-row.tsx';
import { limitsOf } from './search-limits.ts';

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
  if (found) return { query, list, browseLinks: undefined };
  return { query, list: undefined, browseLinks: await findBrowseLinks(apiFor(request)) };
}

export default function Search({ loaderData: { query, list, browseLinks } }: Route.ComponentProps) {
  useCountSearch(query, list !== undefined && !list.search?.corrected);
  if (browseLinks) return query ? <NothingFound query={query} {...browseLinks} /> : <SearchPrompt {...browseLinks} />;
  return (
    <ProductBrowser list={list} defaultSortLabel={searchPageMessages.bestMatch}>
      <SearchHeading list={list} />
    </ProductBrowser>
  );
}

const BestSellers = z.object({ bestSellers: z.array(Card) });

/** What a search without results offers instead: categories, best sellers, and searches that find these. */
async function findBrowseLinks(api: Api) {
  const [categories, home] = await Promise.all([
    api.read(listCategories, {}, z.array(CategoryTile)),
    api.call(getHomePage, {}, BestSellers),
  ]);
  const sold = home.ok ? home.value.bestSellers : [];
  const bestSellers = sold.length > 0 ? sold : await api.read(listFeaturedProducts, {}, z.array(Card));
  return { categories, bestSellers, searches: kindsOf(bestSellers.map(({ name }) => name)) };
}

/** Counts a search and whether it found anything as it was typed, once per query and document. */
function useCountSearch(query: string | undefined, found: boolean) {
  useEffect(() => {
    const typed = query?.trim().slice(0, 200);
    if (typed) sendPageView({ counter: 'searches', query: typed, found });
    // The first result of a query counts, before filters.
  }, [query, found]);
}

type NothingFoundProps = CategoryLinksProps & { query: string; bestSellers: CardProduct[]; searches: string[] };

/** Page of a search with no results, with ways on. */
function NothingFound({ query, categories, bestSellers, searches }: NothingFoundProps) {
  return (
    <section className="page-width section-rhythm">
      <h1 className="font-display text-h1">{catalogMessages.noProductsFound}</h1>
      <p className="mt-4 max-w-[68ch] wrap-anywhere">{searchPageMessages.nothingFor(query)}</p>
      <ul className="mt-2 text-ink-soft">
        {searchPageMessages.advice.map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <SearchForm query={query} centered={false} />
      {searches.length > 0 && (
        <nav aria-label={searchPageMessages.trySearches} className="mt-6">
          <ul className="flex flex-wrap gap-2">
            {searches.map((search) => (
              <li key={search}>
                <Link
                  to={`/search?${new URLSearchParams({ q: search })}`}
                  className="flex min-h-11 items-center gap-2 rounded-control border border-line px-4 text-action transition-colors hover:border-line-strong hover:bg-pearl"
                >
                  <SearchIcon aria-hidden className="size-4" strokeWidth={1.5} />
                  {search}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <CategoryLinks categories={categories} />
      {bestSellers.length > 0 && (
        <section aria-labelledby="best-sellers" className="mt-12">
          <h2 id="best-sellers" className="mb-6 font-display text-h2">
            {searchPageMessages.bestSellers}
          </h2>
          <ProductRow products={bestSellers} />
        </section>
      )}
      <p className="mt-12">
        {searchPageMessages.ask} <TextLink to="/contact">{searchPageMessages.contact}</TextLink>
      </p>
    </section>
  );
}

/** Shown for an empty search query. */
function SearchPrompt({ categories }: CategoryLinksProps) {
  return (
    <section className="page-width section-rhythm text-center">
      <h1 className="font-display text-h1">{searchPageMessages.prompt}</h1>
      <p className="mt-4 text-ink-soft">{searchPageMessages.promptText}</p>
      <SearchForm />
      <CategoryLinks categories={categories} />
    </section>
  );
}

function SearchForm({ query, centered = true }: { query?: string; centered?: boolean }) {
  return (
    <Form action="/search" className={classes('mt-8 flex max-w-lg gap-3', centered && 'mx-auto')}>
      <TextField
        type="search"
        name="q"
        label={searchPageMessages.again}
        hideLabel
        required
        defaultValue={query}
        placeholder={searchMessages.placeholder}
        className="flex-1"
      />
      <Button type="submit">{searchMessages.submit}</Button>
    </Form>
  );
}

/** At most this many categories are offered to narrow a search. */
const CATEGORIES_MAX = 3;
const NARROW_CHIP =
  'flex min-h-11 items-center rounded-control border border-line px-4 text-action transition-colors hover:border-line-strong hover:bg-pearl';

/** What was searched for: a corrected spelling is said, with the way back to the typed one. */
function SearchHeading({ list }: { list: ProductList }) {
  const { choice, search } = list;
  return (
    <>
      <h1 className="font-display text-h1 wrap-anywhere">
        {search?.corrected ? (
          <>
            {searchPageMessages.showing} <em>{search.corrected}</em>
          </>
        ) : (
          searchPageMessages.resultsFor(choice.q)
        )}
      </h1>
      {search?.corrected && (
        <p className="mt-4 rounded-control bg-pearl px-4 py-3 wrap-anywhere">
          {searchPageMessages.corrected(choice.q)}{' '}
          <Link
            to={`/search${searchOf({ ...choice, exact: '1' })}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-violet"
          >
            {searchPageMessages.searchTyped(choice.q)}
          </Link>
        </p>
      )}
      <NarrowLinks list={list} />
    </>
  );
}

function NarrowLinks({ list: { choice, facets, search, total } }: { list: ProductList }) {
  const links = narrowingsOf(choice, search);
  const isFiltered = searchOf(choice) !== searchOf(withoutFilters(choice));
  const categories = facets.categories.filter(({ count }) => count && `${count}` !== total).slice(0, CATEGORIES_MAX);
  if (!isFiltered)
    for (const { name } of categories)
      links.push({ label: searchPageMessages.inCategory(name), filter: { ...choice, category: name } });
  if (links.length === 0) return null;
  return (
    <nav aria-label={searchPageMessages.narrow} className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {links.map(({ label, filter }) => (
          <li key={label}>
            <Link to={`/search${searchOf(filter)}`} className={NARROW_CHIP}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Prices of the query as a filter. */
function narrowingsOf(choice: ProductFilter, search: ProductList['search']) {
  const { minPrice, maxPrice } = search ?? {};
  const label = limitsOf({ minPrice, maxPrice });
  if (!label || choice.price) return [];
  return [
    { label: searchPageMessages.only(label), filter: { ...choice, price: `${minPrice ?? 0}-${maxPrice ?? ''}` } },
  ];
}

type CategoryLinksProps = { categories: Pick<Category, 'id' | 'name' | 'image'>[] };

function CategoryLinks({ categories }: CategoryLinksProps) {
  if (categories.length === 0) return null;
  return (
    <nav aria-labelledby="browse" className="mt-12 text-left">
      <h2 id="browse" className="font-display text-h2">
        {searchPageMessages.browse}
      </h2>
      <ul className="mt-4 grid gap-3 tablet:grid-cols-2 desktop:grid-cols-5">
        {categories.map(({ id, name, image }) => (
          <li key={id}>
            <Link
              to={`/products?category=${encodeURIComponent(name)}`}
              className="flex min-h-11 items-center gap-3 rounded-control border border-line p-2.5 font-display text-h3 transition-colors hover:border-line-strong hover:bg-pearl"
            >
              <Thumbnail src={image} size={56} className="bg-blush" />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
