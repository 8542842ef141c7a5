import { headerMessages } from '@shop/contracts/layout/messages';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { Footer } from '#features/layout/footer.tsx';
import { Header } from '#features/layout/header.tsx';
import { PageError } from '#features/layout/page-error.tsx';
import { usePageViews } from '#features/layout/page-views.ts';
import { RouteSkeleton } from '#features/layout/route-skeleton.tsx';
import { currencyWithCode } from '#lib/format.ts';
import { useSession } from '#lib/session.tsx';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import type { Route } from './+types/site';

/** Only what the footer shows; without an API, it shows no currency. */
export async function loader() {
  const settings = await findStoreSettings({ waits: false });
  return { chargeCurrency: settings && currencyWithCode(settings.paymentCurrency) };
}

export default function Site({ loaderData }: Route.ComponentProps) {
  usePageViews();
  return (
    <SiteFrame chargeCurrency={loaderData.chargeCurrency}>
      <RouteSkeleton>
        <Outlet />
      </RouteSkeleton>
    </SiteFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame chargeCurrency={loaderData?.chargeCurrency}>
      <PageError error={error} />
    </SiteFrame>
  );
}

function SiteFrame({ chargeCurrency, children }: { chargeCurrency?: string; children: ReactNode }) {
  const { session, signedIn } = useSession();
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-control bg-violet font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-6 focus:py-3"
      >
        {headerMessages.skipToContent}
      </a>
      <Header signedIn={signedIn} session={session} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer chargeCurrency={chargeCurrency} />
    </>
  );
}
