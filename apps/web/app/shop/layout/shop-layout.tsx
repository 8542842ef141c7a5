import { DEFAULT_FOOTER, DEFAULT_HEADER } from '@shop/contracts/content/home-constants';
import type { SiteContent } from '@shop/contracts/content/home-schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { currencyWithCode } from '#lib/format.ts';
import { usePageViews } from '#lib/reports/page-views.ts';
import { useSession } from '#lib/session.tsx';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import { CartDrawer } from '#shop/cart/cart-drawer.tsx';
import { SkipLink } from '#ui/text-link.tsx';
import type { Route } from './+types/shop-layout';
import { AnnouncementBar } from './announcement-bar.tsx';
import { CheckoutFrame } from './checkout-layout.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { CategoryRow, type MenuCategory } from './menu-categories.tsx';
import { PageError } from './page-error.tsx';
import { RouteSkeleton } from './route-skeleton.tsx';
import { findMenuCategories, findSiteContent } from './site-content.server.ts';
import { useIsCheckoutLogin } from './use-is-checkout-login.ts';

const DEFAULT_CONTENT: SiteContent = { announcement: null, header: DEFAULT_HEADER, footer: DEFAULT_FOOTER };

/** Only what header and footer show; without an API, the default menus, no categories and no currency. */
export async function loader() {
  const [settings, content, categories] = await Promise.all([
    findStoreSettings(),
    findSiteContent(),
    findMenuCategories(),
  ]);
  return { chargeCurrency: settings && currencyWithCode(settings.paymentCurrency), content, categories };
}

export default function Site({ loaderData }: Route.ComponentProps) {
  usePageViews();
  if (useIsCheckoutLogin())
    return (
      <CheckoutFrame>
        <Outlet />
      </CheckoutFrame>
    );
  return (
    <SiteFrame {...loaderData}>
      <RouteSkeleton>
        <Outlet />
      </RouteSkeleton>
    </SiteFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame {...loaderData}>
      <PageError error={error} />
    </SiteFrame>
  );
}

type SiteFrameProps = {
  chargeCurrency?: string;
  content?: SiteContent;
  categories?: MenuCategory[];
  children: ReactNode;
};

function SiteFrame({ chargeCurrency, content = DEFAULT_CONTENT, categories = [], children }: SiteFrameProps) {
  const { session, signedIn } = useSession();
  return (
    <>
      <SkipLink>{headerMessages.skipToContent}</SkipLink>
      {content.announcement && <AnnouncementBar key={content.announcement.key} announcement={content.announcement} />}
      <Header links={content.header} categories={categories} signedIn={signedIn} session={session} />
      <CategoryRow categories={categories} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <Footer columns={content.footer} chargeCurrency={chargeCurrency} />
      </Suspense>
      <CartDrawer />
    </>
  );
}
