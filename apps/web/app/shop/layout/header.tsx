import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { isStaff } from '@shop/contracts/common/permissions';
import type { SiteLink } from '@shop/contracts/content/home-schema';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import type { Session } from '@shop/contracts/identity/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { Bell, Heart, Menu, Search, ShoppingBag, UserRound, X } from 'lucide-react';
import { useRef } from 'react';
import { Link, NavLink } from 'react-router';
import { useSession } from '#lib/session.tsx';
import { useStoreProfile } from '#lib/store-profile.ts';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { IconLink, shortCount } from './icon-link.tsx';
import { MenuCategories, type MenuCategory } from './menu-categories.tsx';
import { MenuLinks, MenuLogout } from './menu-links.tsx';
import { SearchBox } from './search-box.tsx';
import { StoreMark } from './store-mark.tsx';

type MenuLink = { to: string; label: string };

const GUEST_LINKS: MenuLink[] = [
  { to: '/login', label: headerMessages.login },
  { to: '/register', label: headerMessages.register },
];

const NOTIFICATIONS_LINK: MenuLink = { to: '/notifications', label: headerMessages.notifications };

const ACCOUNT_LINKS: MenuLink[] = [
  { to: '/account', label: headerMessages.account },
  { to: '/orders', label: headerMessages.orders },
  NOTIFICATIONS_LINK,
];

const WISHLIST_LINK: MenuLink = { to: '/wishlist', label: headerMessages.wishlist };
const ADMIN_LINK: MenuLink = { to: '/admin', label: headerMessages.admin };

type HeaderProps = { links: SiteLink[]; categories: MenuCategory[]; signedIn: boolean; session: Session | null };

export function Header({ links, categories, signedIn, session }: HeaderProps) {
  const { storeName, logo } = useStoreProfile();
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

const SITE_MENU_ID = 'site-menu';
const SITE_MENU_UNREAD_ID = 'site-menu-unread';

type SiteMenuProps = { links: SiteLink[]; categories: MenuCategory[]; signedIn: boolean; session: Session | null };

/** Everything the wide header shows, in a drawer for narrow screens. */
function SiteMenu({ links, categories, signedIn, session }: SiteMenuProps) {
  const user = session?.user ?? null;
  const unread = session?.unreadCount ?? 0;
  const ownLinks = signedIn ? [WISHLIST_LINK, ...ACCOUNT_LINKS] : GUEST_LINKS;

  return (
    <div className="relative -ml-2.5 desktop:hidden">
      <IconButton
        icon={Menu}
        label={headerMessages.menu}
        popoverTarget={SITE_MENU_ID}
        aria-describedby={unread > 0 ? SITE_MENU_UNREAD_ID : undefined}
      />
      {unread > 0 && <UnreadBadge count={unread} />}
      <Popover
        id={SITE_MENU_ID}
        label={headerMessages.menu}
        className="inset-y-0 right-auto left-0 h-dvh max-h-none w-80 max-w-[88vw] p-4 shadow-3 backdrop:bg-scrim motion-safe:animate-fade"
      >
        <IconButton
          icon={X}
          label={headerMessages.closeMenu}
          popoverTarget={SITE_MENU_ID}
          popoverTargetAction="hide"
          className="mb-2"
        />
        <MenuCategories categories={categories} />
        <MenuLinks links={links.map(({ href, label }) => ({ to: href, label }))} />
        <hr className="mx-3 my-3 border-line border-t" />
        <MenuLinks
          links={isStaff(user) ? [...ownLinks, ADMIN_LINK] : ownLinks}
          counts={{ [NOTIFICATIONS_LINK.to]: unread }}
        />
        {signedIn && <MenuLogout />}
      </Popover>
    </div>
  );
}

/** On phones only: wider screens have a bell in the header. */
function UnreadBadge({ count }: { count: number }) {
  return (
    <span
      id={SITE_MENU_UNREAD_ID}
      className="pointer-events-none absolute top-1 right-0 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-violet px-1 font-semibold text-[11px] text-paper leading-none tabular-nums tablet:hidden"
    >
      <span aria-hidden>{shortCount(count)}</span>
      <span className="sr-only">{headerMessages.unread(shortCount(count))}</span>
    </span>
  );
}

const SITE_SEARCH_ID = 'site-search';
const SEARCH_PANEL = classes(
  'top-[60px] bottom-auto w-full border-line border-b p-4 shadow-2 tablet:top-[72px]',
  // Not while open: a rotated phone keeps the panel until it is closed.
  'tablet:not-open:static tablet:not-open:block tablet:not-open:w-64 desktop:not-open:w-80 tablet:not-open:overflow-visible',
  'tablet:not-open:border-0 tablet:not-open:p-0 tablet:not-open:shadow-none',
);

/** One search box: in the header on wide screens, behind a button on phones. */
function SiteSearch() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={Search}
        label={searchMessages.open}
        popoverTarget={SITE_SEARCH_ID}
        className="-mr-2.5 tablet:hidden"
      />
      <Popover
        id={SITE_SEARCH_ID}
        label={searchMessages.submit}
        onOpen={() => field.current?.focus()}
        className={SEARCH_PANEL}
      >
        <SearchBox field={field} />
      </Popover>
    </>
  );
}

const ACCOUNT_MENU_ID = 'account-menu';
const ACCOUNT_NAME = 'mb-2 truncate border-line border-b px-3 pt-1 pb-3 text-small text-ink-soft';

function AccountMenu({ user }: { user: Session['user'] }) {
  const { loading } = useSession();
  const links = isStaff(user) ? [...ACCOUNT_LINKS, ADMIN_LINK] : ACCOUNT_LINKS;
  return (
    <>
      <IconButton icon={UserRound} label={headerMessages.accountMenu} popoverTarget={ACCOUNT_MENU_ID} />
      <Popover
        id={ACCOUNT_MENU_ID}
        label={headerMessages.accountMenu}
        className="top-[76px] right-[max(1.5rem,calc((100vw-80rem)/2+2.5rem))] bottom-auto left-auto w-56 rounded-card border border-line p-2 shadow-2 motion-safe:animate-fade"
      >
        {user && <p className={ACCOUNT_NAME}>{user.name}</p>}
        {!user && loading && <p className={classes(ACCOUNT_NAME, 'noscript:hidden')}>{identityMessages.loading}</p>}
        <MenuLinks links={links} />
        <MenuLogout />
      </Popover>
    </>
  );
}
