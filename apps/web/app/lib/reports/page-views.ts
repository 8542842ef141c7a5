import type { countPageView } from '@shop/contracts/analytics/operations';
import type { PageView } from '@shop/contracts/analytics/schema';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { apiUrl } from '#lib/browser-api.ts';

/** Lives as long as the document: nothing is stored in the browser. */
const sentViews = new Set<string>();
/** The query of the search page that was open before, also in the document that opened this one. */
let openedFrom: string | undefined;
let isOpened = false;

/** Counts visits, product views and products opened from search results, anonymously and without cookies. */
export function usePageViews() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    // Checkout pages run nothing that payment does not need; previews of staff are no visits.
    if (/^\/(checkout|admin)\b/.test(pathname)) return;
    if (!isOpened && isNewDocument()) openedFrom = searchQueryOf(document.referrer, location.origin);
    isOpened = true;
    if (isNewVisit()) sendPageView({ counter: 'visits' });
    if (matchPath('/product/:slug', pathname)) {
      sendPageView({ counter: 'products' });
      if (openedFrom) sendPageView({ counter: 'searchClicks', query: openedFrom });
    }
    openedFrom = searchQueryOf(`${location.origin}${pathname}${search}`, location.origin);
  }, [pathname, search]);
}

/** Each view once per document. */
export function sendPageView(view: PageView) {
  const body = JSON.stringify(view);
  if (sentViews.has(body)) return;
  sentViews.add(body);
  // Not counted where sendBeacon is missing or blocked.
  navigator.sendBeacon?.(
    apiUrl<typeof countPageView>('POST /counts', {}),
    new Blob([body], { type: 'application/json' }),
  );
}

/** A new navigation: no reload, no Back. */
function isNewDocument() {
  const [opened] = performance.getEntriesByType?.('navigation') ?? [];
  return opened !== undefined && 'type' in opened && opened.type === 'navigate';
}

/** A new document that does not come from a page of this store. */
const isNewVisit = () =>
  isNewDocument() && (!document.referrer || new URL(document.referrer).origin !== location.origin);

/** The query of a page with search results; undefined for any other URL. */
export function searchQueryOf(url: string, origin: string) {
  if (!URL.canParse(url)) return undefined;
  const { origin: opened, pathname, searchParams } = new URL(url);
  if (opened !== origin || pathname !== '/search') return undefined;
  return searchParams.get('q')?.trim().slice(0, 200) || undefined;
}
