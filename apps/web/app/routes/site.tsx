import { DEFAULT_FOOTER, DEFAULT_HEADER } from '@shop/contracts/content/home-constants';
import type { SiteContent } from '@shop/contracts/content/home-schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { type ReactNode, Suspense } from 'react';
import { Outlet } from 'react-router';
import { CartDrawer } from '#features/cart/cart-drawer.tsx';
import { AnnouncementBar } from '#features/layout/announcement-bar.tsx';
import { CheckoutFrame } from '#features/layout/checkout/checkout-frame.tsx';
import { useIsCheckoutLogin } from '#features/layout/checkout/use-is-checkout-login.ts';
import { Footer } from '#features/layout/footer.tsx';
import { Header } from '#features/layout/header.tsx';
import { CategoryRow, type MenuCategory } from '#features/layout/menu-categories.tsx';
import { PageError } from '#features/layout/page-error.tsx';
import { usePageViews } from '#features/layout/page-views.ts';
import { RouteSkeleton } from '#features/layout/route-skeleton.tsx';
import { findMenuCategories, findSiteContent } from '#features/layout/site-content.server.ts';
import { currencyWithCode } from '#lib/format.ts';
import { useSession } from '#lib/session.tsx';
import { findStoreSettings } from '#lib/store/settings.server.ts';
import { SkipLink } from '#ui/text-link.tsx';
import type { Route } from './+types/site';

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
