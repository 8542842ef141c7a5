import type { PageView } from '@shop/contracts/analytics/schema';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { z } from 'zod';

type PageViewKind = z.infer<typeof PageView>['counter'];

/** Lives as long as the document: nothing is stored in the browser. */
const sentKinds = new Set<PageViewKind>();

/** Counts visits and product views, anonymously and without cookies. */
export function usePageViews() {
  const { pathname } = useLocation();
  useEffect(() => {
    // Checkout pages run nothing that payment does not need; previews of staff are no visits.
    if (/^\/(checkout|admin)\b/.test(pathname)) return;
    if (isNewVisit()) sendPageView('visits');
    if (matchPath('/product/:slug', pathname)) sendPageView('products');
  }, [pathname]);
}

function sendPageView(counter: PageViewKind) {
  if (sentKinds.has(counter)) return;
  sentKinds.add(counter);
  // Not counted where sendBeacon is missing or blocked.
  navigator.sendBeacon?.('/api/counts', new Blob([JSON.stringify({ counter })], { type: 'application/json' }));
}

/** A new navigation (no reload, no Back) that does not come from a page of this store. */
function isNewVisit() {
  const [opened] = performance.getEntriesByType?.('navigation') ?? [];
  const isNew = opened !== undefined && 'type' in opened && opened.type === 'navigate';
  return isNew && (!document.referrer || new URL(document.referrer).origin !== location.origin);
}
