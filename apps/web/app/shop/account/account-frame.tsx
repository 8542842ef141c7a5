import { isStaff } from '@shop/contracts/common/permissions';
import { accountMessages } from '@shop/contracts/identity/account-messages';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, NavLink, useLocation } from 'react-router';
import { useSession } from '#lib/session.tsx';
import { UnreadCount } from '#shop/layout/menu-links.tsx';

type AccountFrameProps = {
  /** Null while it loads. */
  user: { role: string } | null;
  /** For pages without a first-level heading of their own. */
  heading?: string;
  /** Conversations with unread replies. */
  unreadMessages?: number;
  children: ReactNode;
};

/** The account area: the side menu on the left, on phones a row above the page. */
export function AccountFrame({ user, heading, unreadMessages = 0, children }: AccountFrameProps) {
  return (
    <div className="page-width pt-8 pb-16 tablet:pt-12 desktop:pb-24">
      {heading && <h1 className="mb-6 font-display text-h1 tablet:mb-8">{heading}</h1>}
      <div className="grid grid-cols-1 gap-8 print:block tablet:grid-cols-[12rem_minmax(0,1fr)] desktop:grid-cols-[15rem_minmax(0,1fr)] desktop:gap-12">
        <AccountNav user={user} unreadMessages={unreadMessages} />
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}

const LINKS = [
  { to: '/account', label: accountMessages.profile },
  { to: '/orders', label: accountMessages.orders },
  { to: '/wishlist', label: accountMessages.wishlist },
  { to: '/account/addresses', label: accountMessages.addresses },
  { to: '/notifications', label: accountMessages.notifications },
  { to: '/account/messages', label: accountMessages.messages },
  { to: '/account/settings', label: accountMessages.settings },
];
const ADMIN_LINK = { to: '/admin', label: accountMessages.admin };

/** A horizontally scrolling row on phones, a column beside the page from tablets up. */
const LINE =
  'flex min-h-11 w-full items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 text-action font-medium transition-colors hover:bg-violet-tint aria-[current=page]:border-violet aria-[current=page]:bg-violet-tint tablet:border-b-0 tablet:border-l-2 tablet:px-4 tablet:text-left';

const EDGE = 48;

type AccountNavProps = {
  user: { role: string } | null;
  /** Conversations with unread replies. */
  unreadMessages: number;
};

function AccountNav({ user, unreadMessages }: AccountNavProps) {
  const unread = useSession().session?.unreadCount ?? 0;
  const counts: Record<string, number> = { '/notifications': unread, '/account/messages': unreadMessages };
  const links = isStaff(user) ? [...LINKS, ADMIN_LINK] : LINKS;
  return (
    <nav
      ref={useCurrentInView()}
      aria-label={accountMessages.navigation}
      className="relative -mx-4 overflow-x-auto border-line border-b px-1 tablet:mx-0 tablet:self-start tablet:overflow-visible tablet:border-0 tablet:px-0"
    >
      <ul className="flex w-max tablet:block tablet:w-auto">
        {links.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/account'} className={LINE}>
              {label}
              {(counts[to] ?? 0) > 0 && <UnreadCount count={counts[to] ?? 0} />}
            </NavLink>
          </li>
        ))}
        <li>
          <Form method="post" action="/logout">
            <button type="submit" className={LINE}>
              {accountMessages.logout}
            </button>
          </Form>
        </li>
      </ul>
    </nav>
  );
}

/** Scrolls to the link of the current page, which can be outside the row on phones. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per page.
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]');
    if (current instanceof HTMLElement) nav.current?.scrollTo({ left: current.offsetLeft - EDGE });
  }, [pathname]);
  return nav;
}
