import type { Suggestion } from '@shop/contracts/catalog/schema';
import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { Link } from 'react-router';
import { ProductPrice } from '#ui/product-price.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';

type SuggestionListProps = {
  id: string;
  suggestions: Suggestion[];
  active: number;
  optionId: (index: number) => string;
};

export function SuggestionList({ id, suggestions, active, optionId }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={searchMessages.suggestions}
      className="mt-2 rounded-card border border-line bg-paper p-2 shadow-2 motion-safe:animate-fade tablet:absolute tablet:inset-x-0 tablet:min-w-80"
    >
      {suggestions.map((suggestion, index) => (
        <Link
          key={suggestion.slug}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          to={`/product/${suggestion.slug}`}
          className="flex items-center gap-3 rounded-control p-2 transition-colors hover:bg-violet-tint aria-selected:bg-violet-tint"
        >
          <Thumbnail src={suggestion.image} size={48} className="bg-pearl" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-action font-medium">{suggestion.name}</span>
            <span className="text-small">
              <ProductPrice product={suggestion} />
            </span>
          </span>
        </Link>
      ))}
    </div>
  );
}
