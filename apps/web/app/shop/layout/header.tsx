import type { SiteLink } from '@shop/contracts/content/home-schema';
import type { Session } from '@shop/contracts/identity/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { Bell, Heart, ShoppingBag } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { useStoreIdentity } from '#lib/store-identity.ts';
import { AccountMenu } from './account-menu.tsx';
import { IconLink } from './icon-link.tsx';
import type { MenuCategory } from './menu-categories.tsx';
import { GUEST_LINKS } from './site-links.ts';
import { SiteMenu } from './site-menu.tsx';
import { SiteSearch } from './site-search.tsx';
import { StoreMark } from './store-mark.tsx';

type HeaderProps = { links: SiteLink[]; categories: MenuCategory[]; signedIn: boolean; session: Session | null };

export function Header({ links, categories, signedIn, session }: HeaderProps) {
  const { storeName, logo } = useStoreIdentity();
  return (
    <header className="sticky top-0 z-40 border-line border-b bg-paper">
      <div className="page-width flex h-[60px] items-center gap-2 tablet:h-[72px] tablet:gap-4">
        <SiteMenu links={links} categories={categories} signedIn={signedIn} session={session} />
        <Link
          to="/"
          aria-label={headerMessages.homeOf(storeName)}
          className="mr-auto flex min-h-11 min-w-0 items-center gap-2 rounded-control desktop:mr-6"
        >
          <StoreMark logo={logo} className="size-7 shrink-0 text-violet" />
          <span className="truncate font-display text-wordmark">{storeName}</span>
        </Link>
        <nav aria-label={headerMessages.mainNavigation} className="mr-auto hidden desktop:block">
          <ul className="flex gap-8 text-action font-medium">
            {links.map(({ href, label }) => (
              <li key={`${href} ${label}`}>
                <NavLink to={href} className="nav-link flex min-h-11 items-center">
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        {/* On phones the cart comes first, so that the search does not shift when a guest's cart appears. */}
        <CartSlot signedIn={signedIn} count={session?.cartCount ?? 0} />
        <SiteSearch />
        <div className="hidden items-center tablet:order-last tablet:flex">
          {signedIn ? <OwnLinks session={session} /> : <GuestLinks />}
        </div>
      </div>
    </header>
  );
}

/** Reserves the space for guests, whose cart is known only after the page has loaded. */
function CartSlot({ signedIn, count }: { signedIn: boolean; count: number }) {
  return (
    <div className="size-11 shrink-0 tablet:order-1 tablet:-mx-3">
      {(signedIn || count > 0) && <IconLink to="/cart" icon={ShoppingBag} label={headerMessages.cart} count={count} />}
    </div>
  );
}

function OwnLinks({ session }: { session: Session | null }) {
  return (
    <>
      <IconLink to="/wishlist" icon={Heart} label={headerMessages.wishlist} count={session?.wishlistCount} />
      <IconLink to="/notifications" icon={Bell} label={headerMessages.notifications} count={session?.unreadCount} />
      <AccountMenu user={session?.user ?? null} />
    </>
  );
}

function GuestLinks() {
  return GUEST_LINKS.map(({ to, label }) => (
    <Link key={to} to={to} className="nav-link flex min-h-11 items-center px-3 text-action font-medium">
      {label}
    </Link>
  ));
}
