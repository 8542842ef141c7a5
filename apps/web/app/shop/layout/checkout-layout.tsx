import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { footerMessages, headerMessages } from '@shop/contracts/layout/messages';
import { Lock, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStoreProfile } from '#lib/store-profile.ts';
import { SkipLink } from '#ui/text-link.tsx';
import { StoreMark } from './store-mark.tsx';

const LINKS = [
  { to: '/shipping', label: footerMessages.shipping },
  { to: '/privacy', label: footerMessages.privacy },
  { to: '/terms', label: footerMessages.terms },
  { to: '/support', label: footerMessages.support },
];

/** Nothing around the checkout and its login page leads away from it, except back to the cart, to the store and to its terms. */
export function CheckoutFrame({ children }: { children: ReactNode }) {
  const { storeName, logo } = useStoreProfile();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink>{headerMessages.skipToContent}</SkipLink>
      <header className="border-line border-b bg-paper">
        <div className="page-width flex min-h-16 items-center justify-between gap-4">
          <Link
            to="/"
            aria-label={headerMessages.homeOf(storeName)}
            className="flex min-h-11 min-w-0 items-center gap-2 rounded-control"
          >
            <StoreMark logo={logo} className="size-7 shrink-0 text-violet" />
            <span className="truncate font-display text-wordmark">{storeName}</span>
          </Link>
          <div className="flex shrink-0 items-center gap-6">
            <p className="hidden items-center gap-2 text-small text-ink-soft tablet:flex">
              <Lock aria-hidden className="size-4" strokeWidth={1.5} />
              {checkoutPageMessages.secure}
            </p>
            <Link
              to="/cart"
              className="flex min-h-11 items-center gap-2 text-action font-semibold text-violet underline-offset-4 hover:underline"
            >
              <ShoppingBag aria-hidden className="size-4" strokeWidth={1.75} />
              {headerMessages.cart}
            </Link>
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
      <footer className="border-line border-t">
        <nav aria-label={checkoutPageMessages.links} className="page-width flex flex-wrap gap-x-6 py-3">
          {LINKS.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              className="inline-flex min-h-11 items-center text-[0.8125rem] text-ink-muted underline underline-offset-4"
            >
              {label}
            </Link>
          ))}
        </nav>
      </footer>
    </div>
  );
}
