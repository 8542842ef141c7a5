import { isStaff } from '@shop/contracts/common/permissions';
import type { SiteLink } from '@shop/contracts/content/home-schema';
import type { Session } from '@shop/contracts/identity/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { Menu, X } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { shortCount } from './icon-link.tsx';
import { MenuCategories, type MenuCategory } from './menu-categories.tsx';
import { MenuLinks, MenuLogout } from './menu-links.tsx';
import { ACCOUNT_LINKS, ADMIN_LINK, GUEST_LINKS, NOTIFICATIONS_LINK, WISHLIST_LINK } from './site-links.ts';

const ID = 'site-menu';
const UNREAD_ID = 'site-menu-unread';

type SiteMenuProps = { links: SiteLink[]; categories: MenuCategory[]; signedIn: boolean; session: Session | null };

/** Everything the wide header shows, in a drawer for narrow screens. */
export function SiteMenu({ links, categories, signedIn, session }: SiteMenuProps) {
  const user = session?.user ?? null;
  const unread = session?.unreadCount ?? 0;
  const ownLinks = signedIn ? [WISHLIST_LINK, ...ACCOUNT_LINKS] : GUEST_LINKS;

  return (
    <div className="relative -ml-2.5 desktop:hidden">
      <IconButton
        icon={Menu}
        label={headerMessages.menu}
        popoverTarget={ID}
        aria-describedby={unread > 0 ? UNREAD_ID : undefined}
      />
      {unread > 0 && <UnreadBadge count={unread} />}
      <Popover
        id={ID}
        label={headerMessages.menu}
        className="inset-y-0 right-auto left-0 h-dvh max-h-none w-80 max-w-[88vw] p-4 shadow-3 backdrop:bg-scrim motion-safe:animate-fade"
      >
        <IconButton
          icon={X}
          label={headerMessages.closeMenu}
          popoverTarget={ID}
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
      id={UNREAD_ID}
      className="pointer-events-none absolute top-1 right-0 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-violet px-1 font-semibold text-[11px] text-paper leading-none tabular-nums tablet:hidden"
    >
      <span aria-hidden>{shortCount(count)}</span>
      <span className="sr-only">{headerMessages.unread(shortCount(count))}</span>
    </span>
  );
}
