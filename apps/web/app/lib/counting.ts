import type { Seen } from '@shop/contracts/analytics';
import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { z } from 'zod';

type What = z.infer<typeof Seen>['seen'];

/** As long as this page lives, and nowhere else: nothing is kept in the browser. */
const told = new Set<What>();

/** Tells the shop that somebody came, and that they saw a product: numbers, without cookies and without a name. */
export function useCounting() {
  const { pathname } = useLocation();
  useEffect(() => {
    // Where people pay, nothing runs that is not about paying.
    if (pathname.startsWith('/checkout')) return;
    if (cameFromElsewhere()) tell('visits');
    if (matchPath('/product/:slug', pathname)) tell('products');
  }, [pathname]);
}

function tell(seen: What) {
  if (told.has(seen)) return;
  told.add(seen);
  // A browser that cannot, or will not, is not counted.
  navigator.sendBeacon?.('/api/counts', new Blob([JSON.stringify({ seen })], { type: 'application/json' }));
}

/** Opened anew, and not from a page of this shop. */
function cameFromElsewhere() {
  const [opened] = performance.getEntriesByType?.('navigation') ?? [];
  const isNew = opened !== undefined && 'type' in opened && opened.type === 'navigate';
  return isNew && (!document.referrer || new URL(document.referrer).origin !== location.origin);
}
