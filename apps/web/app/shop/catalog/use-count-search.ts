import { useEffect } from 'react';
import { sendPageView } from '#lib/reports/page-views.ts';

/** Counts a search and whether it found anything as it was typed, once per query and document. */
export function useCountSearch(query: string | undefined, found: boolean) {
  useEffect(() => {
    const typed = query?.trim().slice(0, 200);
    if (typed) sendPageView({ counter: 'searches', query: typed, found });
    // The first result of a query counts, before filters.
  }, [query, found]);
}
