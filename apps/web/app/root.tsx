// Before the modules of any other route.
import './lib/forms/zod-without-eval.ts';
import displayFont from '@fontsource-variable/cormorant/files/cormorant-latin-wght-normal.woff2?url';
import bodyFont from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { config } from '#lib/config.server.ts';
import { restoreEarlyInput } from '#lib/forms/early-input.ts';
import { hasSessionCookie } from '#lib/guards.server.ts';
import { forwardLastWrite } from '#lib/last-write.server.ts';
import { WebVitals } from '#lib/reports/web-vitals.tsx';
import { SessionProvider } from '#lib/session.tsx';
import { useStoreProfile } from '#lib/store-profile.ts';
import { findStoreProfile } from '#lib/store-settings.server.ts';
import { knownTimeZone, StoreTimeZone } from '#lib/store-time.ts';
import { PageError } from '#shop/layout/page-error.tsx';
import { Pending } from '#shop/layout/pending.tsx';
import { LiveNotifications } from '#shop/notifications/live-notifications.tsx';
import { retryFailedImages } from '#ui/retry-images.ts';
import { Toasts } from '#ui/toast.tsx';
import type { Route } from './+types/root';
import styles from './app.css?url';

const font = (href: string) => ({
  rel: 'preload' as const,
  href,
  as: 'font' as const,
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
});

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  font(displayFont),
  font(bodyFont),
];

export const middleware: Route.MiddlewareFunction[] = [forwardLastWrite];

/** Nothing personal: a page has one version for guests and one for logged-in customers. */
export async function loader({ request }: Route.LoaderArgs) {
  return {
    hasSessionCookie: hasSessionCookie(request),
    publicOrigin: config.publicOrigin,
    webVitalsSample: config.webVitalsSample,
    store: await findStoreProfile(),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const { timeZone } = useStoreProfile();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <Meta />
        {/* With a precedence, React loads it before any script, and nothing is painted without it. */}
        <link rel="stylesheet" href={styles} precedence="page" />
        {/* Fonts and icons need no nonce. Browsers hide it, which React would report as a hydration mismatch. */}
        <Links nonce="" />
      </head>
      <body>
        <StoreTimeZone value={knownTimeZone(timeZone)}>{children}</StoreTimeZone>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useEffect(() => retryFailedImages(document), []);
  useEffect(restoreEarlyInput, []);
  return (
    <SessionProvider hasCookie={loaderData.hasSessionCookie} asOf={loaderData}>
      <Pending />
      <Outlet />
      <LiveNotifications />
      <WebVitals sample={loaderData.webVitalsSample} />
      <Toasts />
    </SessionProvider>
  );
}

/** The last resort: header and footer may have failed, so it uses neither. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="content">
      <PageError error={error} />
    </main>
  );
}
