import { isStaff } from '@shop/contracts/common/permissions';
import type { Session } from '@shop/contracts/identity/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { Menu, X } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { MenuLinks, MenuLogout } from './menu-links.tsx';
import { ACCOUNT_LINKS, ADMIN_LINK, GUEST_LINKS, SHOP_LINKS, WISHLIST_LINK } from './site-links.ts';

const ID = 'site-menu';

/** Everything the wide header shows, in a drawer for narrow screens. */
export function SiteMenu({ signedIn, user }: { signedIn: boolean; user: Session['user'] }) {
  const ownLinks = signedIn ? [WISHLIST_LINK, ...ACCOUNT_LINKS] : GUEST_LINKS;

  return (
    <div className="-ml-2.5 desktop:hidden">
      <IconButton icon={Menu} label={headerMessages.menu} popoverTarget={ID} />
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
        <MenuLinks links={SHOP_LINKS} />
        <hr className="mx-3 my-3 border-line border-t" />
        <MenuLinks links={isStaff(user) ? [...ownLinks, ADMIN_LINK] : ownLinks} />
        {signedIn && <MenuLogout />}
      </Popover>
    </div>
  );
}
