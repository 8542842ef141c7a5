import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { Category } from '@shop/contracts/catalog/schema';
import { SearchX } from 'lucide-react';
import { CategoryLinks } from './category-links.tsx';
import { SearchForm } from './search-prompt.tsx';

/** Page of a search with no results. */
export function NothingFound({ query, categories }: { query: string; categories: Category[] }) {
  return (
    <section className="page-width section-rhythm text-center">
      <SearchX aria-hidden className="mx-auto mb-6 size-16 text-mauve" strokeWidth={1} />
      <h1 className="font-display text-h1">{catalogMessages.noProductsFound}</h1>
      <p className="mx-auto mt-4 max-w-[68ch] break-words">{searchPageMessages.nothingFor(query)}</p>
      <ul className="mt-2 text-ink-soft">
        {searchPageMessages.advice.map((advice) => (
          <li key={advice}>{advice}</li>
        ))}
      </ul>
      <SearchForm query={query} />
      <CategoryLinks categories={categories} />
    </section>
  );
}
