import type { PageView } from '@shop/contracts/analytics';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { z } from 'zod';

type PageViewKind = z.infer<typeof PageView>['counter'];

/** As long as this page lives, and nowhere else: nothing is kept in the browser. */
const sentKinds = new Set<PageViewKind>();

/** Tells the shop that somebody came, and that they saw a product: numbers, without cookies and without a name. */
export function usePageViews() {
  const { pathname } = useLocation();
  useEffect(() => {
    // Where people pay, nothing runs that is not about paying.
    if (pathname.startsWith('/checkout')) return;
    if (isNewVisit()) sendPageView('visits');
    if (matchPath('/product/:slug', pathname)) sendPageView('products');
  }, [pathname]);
}

function sendPageView(counter: PageViewKind) {
  if (sentKinds.has(counter)) return;
  sentKinds.add(counter);
  // A browser that cannot, or will not, is not counted.
  navigator.sendBeacon?.('/api/counts', new Blob([JSON.stringify({ counter })], { type: 'application/json' }));
}

/** Opened anew, and not from a page of this shop. */
function isNewVisit() {
  const [opened] = performance.getEntriesByType?.('navigation') ?? [];
  const isNew = opened !== undefined && 'type' in opened && opened.type === 'navigate';
  return isNew && (!document.referrer || new URL(document.referrer).origin !== location.origin);
}
