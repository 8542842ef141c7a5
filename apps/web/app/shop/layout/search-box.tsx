import type { suggestSearch } from '@shop/contracts/catalog/operations';
import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { SuggestionList, suggestedPaths } from './suggestion-list.tsx';
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
