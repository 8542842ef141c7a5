import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import type { findInAdmin } from '@shop/contracts/quick-search/admin-operations';
import { FIND_MIN } from '@shop/contracts/quick-search/constants';
import { findMessages as texts } from '@shop/contracts/quick-search/messages';
import type { SearchResult } from '@shop/contracts/quick-search/schema';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { readOperation } from '#lib/browser-api.ts';
import { Dialog } from '#ui/overlay/dialog.tsx';

type PaletteProps = { open: boolean; onOpen: () => void; onClose: () => void };

/** Command palette: searches orders, products, customers and admin pages; opens with Ctrl K or ⌘ K. */
export function Palette({ open, onOpen, onClose }: PaletteProps) {
  const { key } = useLocation();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      onOpen();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onOpen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on navigation.
  useEffect(() => onClose(), [key]);

  // After the dialog has opened: `showModal` focuses its first button.
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);

  return (
    <Dialog open={open} onClose={onClose} title={texts.title}>
      {open && <Finder field={field} />}
    </Dialog>
  );
}

function Finder({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const listId = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { results, state } = useQuickSearch(typed);
  const chosen = results[active];
  const optionId = (index: number) => `${listId}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the active option changes.
  useEffect(() => {
    // In braces: newer browsers return a promise, which must not become the cleanup function.
    void document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + by + results.length) % Math.max(results.length, 1));
    }
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      void navigate(chosen.path);
    }
  };

  return (
    <div className="grid min-h-80 content-start gap-4 p-1">
      <div className="relative">
        <Search aria-hidden className="absolute top-3 left-3 size-5 text-ink-muted" strokeWidth={1.5} />
        <input
          ref={field}
          type="text"
          autoComplete="off"
          aria-label={texts.field}
          placeholder={texts.field}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen ? optionId(active) : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="h-11 w-full rounded-control border border-line-strong bg-paper pr-4 pl-10 placeholder:text-ink-muted focus:border-violet"
        />
      </div>
      <div id={listId} role="listbox" aria-label={texts.results} className="grid gap-1">
        {results.map(({ kind, label, details, path }, index) => (
          <Link
            key={`${kind} ${path}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            to={path}
            className="flex min-h-11 items-center gap-3 rounded-control px-3 py-2 hover:bg-violet-tint aria-selected:bg-violet-tint"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{label}</span>
              {details && <span className="block truncate text-ink-soft text-small">{details}</span>}
            </span>
            <span className="shrink-0 text-ink-soft text-small">{texts.kinds[kind]}</span>
          </Link>
        ))}
      </div>
      <p role="status" className={results.length > 0 ? 'sr-only' : 'text-ink-soft'}>
        {state === 'failed'
          ? texts.failed
          : results.length > 0
            ? texts.found(results.length)
            : state !== 'loading' && texts.nothing}
      </p>
    </div>
  );
}

/** Debounce: long enough to type on, short enough not to be noticed. */
const TYPING_PAUSE_MS = 150;

type QuickSearchResult = Omit<SearchResult, 'kind'> & { kind: SearchResult['kind'] | 'page' };
type SearchState = { items: SearchResult[]; state: 'idle' | 'loading' | 'loaded' | 'failed' };

/** Pages are matched in the browser; orders, products and customers by the API. */
function useQuickSearch(typed: string) {
  const query = typed.trim();
  const [searchState, setSearchState] = useState<SearchState>({ items: [], state: 'idle' });
  const pages = usePages(query.toLowerCase());

  useEffect(() => {
    if (query.length < FIND_MIN) return setSearchState({ items: [], state: 'idle' });

    setSearchState(({ items }) => ({ items, state: 'loading' }));
    const search = new AbortController();
    const timer = setTimeout(() => {
      readOperation<typeof findInAdmin>('GET /admin/find', { query: { q: query } }, search.signal).then(
        (items) => setSearchState({ items, state: 'loaded' }),
        () => search.signal.aborted || setSearchState({ items: [], state: 'failed' }),
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [query]);

  return { results: [...pages, ...searchState.items], state: searchState.state };
}

function usePages(query: string): QuickSearchResult[] {
  const can = useCan();
  return ADMIN_PAGES.flatMap(({ path, needs, menu }) =>
    menu && can(needs) && menu.label.toLowerCase().includes(query)
      ? [{ kind: 'page', label: menu.label, details: '', path }]
      : [],
  );
}
