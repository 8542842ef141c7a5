import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import type { findInAdmin } from '@shop/contracts/quick-search/admin-operations';
import { FIND_MIN } from '@shop/contracts/quick-search/constants';
import type { SearchResult } from '@shop/contracts/quick-search/schema';
import { useEffect, useState } from 'react';
import { useCan } from '#admin/kit/staff.ts';
import { readOperation } from '#lib/browser-api.ts';

/** Debounce: long enough to type on, short enough not to be noticed. */
const TYPING_PAUSE_MS = 150;

type QuickSearchResult = Omit<SearchResult, 'kind'> & { kind: SearchResult['kind'] | 'page' };
type SearchState = { items: SearchResult[]; state: 'idle' | 'loading' | 'loaded' | 'failed' };

/** Pages are matched in the browser; orders, products and customers by the API. */
export function useQuickSearch(typed: string) {
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
