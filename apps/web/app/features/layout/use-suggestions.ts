import { SUGGESTION_MIN_LENGTH } from '@shop/contracts/catalog/constants';
import { useEffect, useState } from 'react';
import { readProductData } from '#lib/browser-api.ts';

/** Debounce: long enough to type on, short enough not to be noticed. */
const TYPING_PAUSE_MS = 150;

/** What the API suggests at `path` for the typed text; undefined until it has loaded. */
export function useSuggestions<T>(path: string, typed: string) {
  const [suggestions, setSuggestions] = useState<T>();
  const query = typed.trim();

  useEffect(() => {
    setSuggestions(undefined);
    if (query.length < SUGGESTION_MIN_LENGTH) return;

    const search = new AbortController();
    const timer = setTimeout(() => {
      readProductData<T>(`${path}?q=${encodeURIComponent(query)}`, search.signal).then(
        (found) => setSuggestions(() => found),
        () => setSuggestions(undefined), // the search itself still works
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [path, query]);

  return suggestions;
}
