import { SUGGESTION_MIN_LENGTH } from '@shop/contracts/catalog/constants';
import type { suggestProducts, suggestSearch } from '@shop/contracts/catalog/operations';
import type { AnswerOf } from '@shop/contracts/common/operation';
import { useEffect, useState } from 'react';
import { readProductData } from '#lib/browser-api.ts';

/** Debounce: long enough to type on, short enough not to be noticed. */
const TYPING_PAUSE_MS = 150;

type Suggesting = typeof suggestProducts | typeof suggestSearch;

/** What the operation suggests for the typed text; undefined until it has loaded. */
export function useSuggestions<Op extends Suggesting>(route: Op['route'], typed: string) {
  const [suggestions, setSuggestions] = useState<AnswerOf<Op>>();
  const query = typed.trim();

  useEffect(() => {
    setSuggestions(undefined);
    if (query.length < SUGGESTION_MIN_LENGTH) return;

    const search = new AbortController();
    const timer = setTimeout(() => {
      readProductData<Suggesting>(route, { query: { q: query } }, search.signal).then(
        (found) => setSuggestions(() => found),
        () => setSuggestions(undefined), // the search itself still works
      );
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [route, query]);

  return suggestions;
}
