import { SUGGESTION_MIN_LENGTH } from '@shop/contracts/catalog/constants';
import type { Suggestion } from '@shop/contracts/catalog/schema';
import { useEffect, useState } from 'react';
import { readProductData } from '#lib/browser-api.ts';

/** Debounce: long enough to type on, short enough not to be noticed. */
const TYPING_PAUSE_MS = 150;

/** Product suggestions for the typed text; undefined until they have loaded. */
export function useSuggestions(typed: string) {
  const [suggestions, setSuggestions] = useState<Suggestion[]>();
  const query = typed.trim();

  useEffect(() => {
    setSuggestions(undefined);
    if (query.length < SUGGESTION_MIN_LENGTH) return;

    const search = new AbortController();
    const timer = setTimeout(() => {
      readProductData<Suggestion[]>(`/api/products/suggestions?q=${encodeURIComponent(query)}`, search.signal).then(
        setSuggestions,
        () => setSuggestions(undefined), // the search itself still works
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [query]);

  return suggestions;
}
