import { listCategories } from '@shop/contracts/catalog/operations';
import { DEFAULT_FOOTER, DEFAULT_HEADER } from '@shop/contracts/content/home-constants';
import type { SiteContent } from '@shop/contracts/content/home-schema';
import { getSiteContent } from '@shop/contracts/content/operations';
import { headerMessages } from '@shop/contracts/layout/messages';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { matchPath, Outlet, useLocation, useNavigation } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { cacheRead } from '#lib/cached-read.server.ts';
import { config } from '#lib/config.server.ts';
import { currencyWithCode } from '#lib/format.ts';
import { usePageViews } from '#lib/reports/page-views.ts';
import { useSession } from '#lib/session.tsx';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import { CartDrawer } from '#shop/cart/cart-drawer.tsx';
import { NotificationsSkeleton } from '#shop/notifications/notification-skeleton.tsx';
import { ProductSkeleton } from '#shop/product/product-skeleton.tsx';
import { SkipLink } from '#ui/text-link.tsx';
import type { Route } from './+types/shop-layout';
import { AnnouncementBar } from './announcement-bar.tsx';
import { CheckoutFrame } from './checkout-layout.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { CategoryRow, type MenuCategory } from './menu-categories.tsx';
import { PageError } from './page-error.tsx';
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

/** Short, because every page can be rendered without it: the default menus are shown then. */
const DEADLINE_MS = 1_000;

/** As many as fit below the header at 1280 px. The menu links to the page of all categories. */
const MENU_CATEGORIES = 8;

/** Sent without a visitor's headers, so that the API counts the read as one of the web server. */
const findSiteContent = cacheRead(() =>
  apiFor(new Request(config.publicOrigin), { deadlineMs: DEADLINE_MS }).call(getSiteContent),
);

const findCategories = cacheRead(() =>
  apiFor(new Request(config.publicOrigin), { deadlineMs: DEADLINE_MS }).call(listCategories),
);

/** The first categories; none while the API is unavailable and was never available. */
async function findMenuCategories(): Promise<MenuCategory[]> {
  const categories = (await findCategories()) ?? [];
  return categories.slice(0, MENU_CATEGORIES).map(({ name, image }) => ({ name, image }));
}

const SLOW_MS = 150;
const SHAPES = [
  { path: '/product/:slug', Shape: ProductSkeleton },
  { path: '/notifications', Shape: NotificationsSkeleton },
];

/** Shows the current page until one of the next pages above loads slowly, then its skeleton. */
function RouteSkeleton({ children }: { children: ReactNode }) {
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const shape = next === here ? undefined : SHAPES.find(({ path }) => matchPath(path, next));
  const slow = useSlow(shape !== undefined);

  useEffect(() => {
    if (slow) window.scrollTo(0, 0);
  }, [slow]);

  return (
    <>
      {slow && shape && <shape.Shape />}
      <div className={slow ? 'hidden' : 'contents'}>{children}</div>
    </>
  );
}

/** For a fast response, a skeleton would only flicker. */
function useSlow(waiting: boolean) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return slow;
}
