import { isStaff } from '@shop/contracts/common/permissions';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import type { Session } from '@shop/contracts/identity/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { UserRound } from 'lucide-react';
import { useSession } from '#lib/session.tsx';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { MenuLinks, MenuLogout } from './menu-links.tsx';
import { ACCOUNT_LINKS, ADMIN_LINK } from './site-links.ts';

const ID = 'account-menu';
const OWNER = 'mb-2 truncate border-line border-b px-3 pt-1 pb-3 text-small text-ink-soft';

export function AccountMenu({ user }: { user: Session['user'] }) {
  const { loading } = useSession();
  const links = isStaff(user) ? [...ACCOUNT_LINKS, ADMIN_LINK] : ACCOUNT_LINKS;
  return (
    <>
      <IconButton icon={UserRound} label={headerMessages.accountMenu} popoverTarget={ID} />
      <Popover
        id={ID}
        label={headerMessages.accountMenu}
        className="top-[76px] right-[max(1.5rem,calc((100vw-80rem)/2+2.5rem))] bottom-auto left-auto w-56 rounded-card border border-line p-2 shadow-2 motion-safe:animate-fade"
      >
        {user && <p className={OWNER}>{user.name}</p>}
        {!user && loading && <p className={classes(OWNER, 'noscript:hidden')}>{identityMessages.loading}</p>}
        <MenuLinks links={links} />
        <MenuLogout />
      </Popover>
    </>
  );
}
