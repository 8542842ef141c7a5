import type { SearchSuggestions } from '@shop/contracts/catalog/schema';
import { searchMessages } from '@shop/contracts/catalog/search-messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wholeNumber } from '#lib/format.ts';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

type OptionIds = { active: number; optionId: (index: number) => string };
type SuggestionListProps = { id: string; query: string; suggestions: SearchSuggestions } & OptionIds;

const pathToCategory = ({ name }: { name: string }) => `/products?category=${encodeURIComponent(name)}`;
const pathToProduct = ({ slug }: { slug: string }) => `/product/${slug}`;

/** In the order of the list. */
export const suggestedPaths = ({ categories, products }: SearchSuggestions) => [
  ...categories.map(pathToCategory),
  ...products.map(pathToProduct),
];

export function SuggestionList({ id, query, suggestions: { categories, products }, ...ids }: SuggestionListProps) {
  return (
    <div className="mt-2 rounded-card border border-line bg-paper p-2 shadow-2 motion-safe:animate-fade tablet:absolute tablet:inset-x-0 tablet:min-w-80">
      <div id={id} role="listbox" aria-label={searchMessages.suggestions}>
        {categories.map((category, index) => (
          <Option key={category.name} index={index} path={pathToCategory(category)} {...ids}>
            <span className="min-w-0 truncate text-action font-medium">{category.name}</span>
            <span className="-ml-2 shrink-0 text-ink-muted text-small">
              · {wholeNumber(category.count)}
              <span className="sr-only"> {searchMessages.inCategory(category.count)}</span>
            </span>
          </Option>
        ))}
        {products.map((product, index) => (
          <Option key={product.slug} index={categories.length + index} path={pathToProduct(product)} {...ids}>
            <ResponsiveImage
              src={product.image}
              alt=""
              width={48}
              height={60}
              sizes="48px"
              largest={160}
              className="h-15 w-12 shrink-0 rounded-image bg-pearl object-cover"
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-action font-medium">{product.name}</span>
              <span className="text-small">
                <ProductPrice product={product} />
              </span>
            </span>
          </Option>
        ))}
      </div>
      <Link
        to={`/search?${new URLSearchParams({ q: query })}`}
        className="mt-1 flex min-h-11 items-center justify-center rounded-control px-2 font-semibold text-action text-violet wrap-anywhere transition-colors hover:bg-violet-tint"
      >
        {searchMessages.seeAll(query)}
      </Link>
    </div>
  );
}

type OptionProps = { index: number; path: string; children: ReactNode } & OptionIds;

function Option({ index, path, active, optionId, children }: OptionProps) {
  return (
    <Link
      id={optionId(index)}
      role="option"
      aria-selected={index === active}
      tabIndex={-1}
      to={path}
      className="flex min-h-11 items-center gap-3 rounded-control p-2 transition-colors hover:bg-violet-tint aria-selected:bg-violet-tint"
    >
      {children}
    </Link>
  );
}
