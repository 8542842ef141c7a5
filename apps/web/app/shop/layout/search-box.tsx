import type { suggestSearch } from '@shop/contracts/catalog/operations';
import type { SearchSuggestions } from '@shop/contracts/catalog/schema';
import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Form, Link, useLocation, useNavigate } from 'react-router';
import { wholeNumber } from '#lib/format.ts';
import { ProductPrice } from '#ui/product-price.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** Long enough to register a click on a suggestion. */
const HIDE_AFTER_BLUR_MS = 200;

/** A plain search form; with JavaScript also a combobox that suggests categories and products. */
export function SearchBox({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const listId = useId();
  const navigate = useNavigate();
  const { key } = useLocation();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const blurTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const suggestions = useSuggestions<typeof suggestSearch>('GET /search/suggestions', typed);
  const paths = suggestions ? suggestedPaths(suggestions) : [];
  const shown = open ? paths : [];
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on navigation.
  useEffect(() => close(), [key]);
  useEffect(() => () => clearTimeout(blurTimer.current), []);

  const type = (text: string) => {
    setTyped(text);
    setActive(-1);
    setOpen(true);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before hydration.
  useEffect(() => {
    if (field.current?.value && field.current === document.activeElement) type(field.current.value);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown.length > 0) {
      event.preventDefault(); // by default the browser clears the field
      close();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setActive(step(active, event.key === 'ArrowDown' ? 1 : -1, paths.length));
    }
    const chosen = shown[active];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      void navigate(chosen);
    }
  };

  return (
    <Form
      action="/search"
      role="search"
      className="relative"
      onFocus={() => {
        clearTimeout(blurTimer.current);
        setOpen(true);
      }}
      onBlur={() => {
        blurTimer.current = setTimeout(close, HIDE_AFTER_BLUR_MS);
      }}
    >
      <input
        ref={field}
        type="search"
        name="q"
        required
        autoComplete="off"
        placeholder={searchMessages.placeholder}
        aria-label={searchMessages.label}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={shown.length > 0 ? listId : undefined}
        aria-activedescendant={shown[active] ? optionId(active) : undefined}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-control border border-line-strong bg-paper pr-11 pl-4 text-action transition-colors placeholder:text-ink-muted focus:border-violet [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type="submit"
        aria-label={searchMessages.submit}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-ink-soft transition-colors hover:text-violet"
      >
        <Search aria-hidden className="size-5" strokeWidth={1.5} />
      </button>
      {suggestions && shown.length > 0 && (
        <SuggestionList
          id={listId}
          query={typed.trim()}
          suggestions={suggestions}
          active={active}
          optionId={optionId}
        />
      )}
      <p role="status" className="sr-only">
        {open && suggestions && (paths.length > 0 ? searchMessages.found(paths.length) : searchMessages.noneFound)}
      </p>
    </Form>
  );
}

/** Wraps around: down from the last goes to the field (-1), up from the field goes to the last. */
function step(active: number, by: 1 | -1, count: number) {
  const positions = count + 1;
  return ((active + 1 + by + positions) % positions) - 1;
}

type OptionIds = { active: number; optionId: (index: number) => string };
type SuggestionListProps = { id: string; query: string; suggestions: SearchSuggestions } & OptionIds;

const pathToCategory = ({ name }: { name: string }) => `/products?category=${encodeURIComponent(name)}`;
const pathToProduct = ({ slug }: { slug: string }) => `/product/${slug}`;

/** In the order of the list. */
const suggestedPaths = ({ categories, products }: SearchSuggestions) => [
  ...categories.map(pathToCategory),
  ...products.map(pathToProduct),
];

function SuggestionList({ id, query, suggestions: { categories, products }, ...ids }: SuggestionListProps) {
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
