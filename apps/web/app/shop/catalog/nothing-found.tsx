import { searchPageMessages as texts } from '@shop/contracts/catalog/list-messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { Search } from 'lucide-react';
import { Link } from 'react-router';
import { TextLink } from '#ui/text-link.tsx';
import { CategoryLinks, type CategoryLinksProps } from './category-links.tsx';
import type { CardProduct } from './product-card.tsx';
import { ProductRow } from './product-row.tsx';
import { SearchForm } from './search-prompt.tsx';

type NothingFoundProps = CategoryLinksProps & { query: string; bestSellers: CardProduct[]; searches: string[] };

/** Page of a search with no results, with ways on. */
export function NothingFound({ query, categories, bestSellers, searches }: NothingFoundProps) {
  return (
    <section className="page-width section-rhythm">
      <h1 className="font-display text-h1">{catalogMessages.noProductsFound}</h1>
      <p className="mt-4 max-w-[68ch] wrap-anywhere">{texts.nothingFor(query)}</p>
      <ul className="mt-2 text-ink-soft">
        {texts.advice.map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <SearchForm query={query} centered={false} />
      {searches.length > 0 && (
        <nav aria-label={texts.trySearches} className="mt-6">
          <ul className="flex flex-wrap gap-2">
            {searches.map((search) => (
              <li key={search}>
                <Link
                  to={`/search?${new URLSearchParams({ q: search })}`}
                  className="flex min-h-11 items-center gap-2 rounded-control border border-line px-4 text-action transition-colors hover:border-line-strong hover:bg-pearl"
                >
                  <Search aria-hidden className="size-4" strokeWidth={1.5} />
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
            {texts.bestSellers}
          </h2>
          <ProductRow products={bestSellers} />
        </section>
      )}
      <p className="mt-12">
        {texts.ask} <TextLink to="/contact">{texts.contact}</TextLink>
      </p>
    </section>
  );
}
