import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { adminMessages } from '@shop/contracts/admin/messages';
import type { Staff } from '@shop/contracts/identity/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import { findMessages } from '@shop/contracts/quick-search/messages';
import { Menu, Search, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { StaffContext } from '#admin/kit/staff.ts';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { Palette } from './palette.tsx';
import { Sidebar } from './sidebar.tsx';

const DRAWER = 'admin-menu';

type ShellProps = { staff: Staff; counts: MenuCounts | null; children: ReactNode };

/** Sidebar beside the page on wide screens, else in a drawer that also opens without JavaScript. */
export function Shell({ staff, counts, children }: ShellProps) {
  const [searchOpen, setSearchOpen] = useState(false);
  const openSearch = useCallback(() => setSearchOpen(true), []);
  const closeSearch = useCallback(() => setSearchOpen(false), []);
  return (
    <StaffContext value={staff}>
      <div className="min-h-dvh bg-pearl desktop:grid desktop:grid-cols-[15.5rem_minmax(0,1fr)]">
        <a
          href="#content"
          className="sr-only rounded-control bg-violet font-semibold text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-6 focus:py-3"
        >
          {headerMessages.skipToContent}
        </a>
        <header className="on-dark sticky top-0 z-40 flex h-[60px] items-center gap-2 bg-ink px-2 text-paper tablet:px-4 desktop:hidden">
          <IconButton icon={Menu} label={adminMessages.menu} popoverTarget={DRAWER} className="hover:text-blush!" />
          <span className="font-display text-tile">{adminMessages.panel}</span>
          <IconButton
            icon={Search}
            label={findMessages.open}
            onClick={openSearch}
            className="ml-auto hover:text-blush!"
          />
          <Popover
            id={DRAWER}
            label={adminMessages.menu}
            className="on-dark inset-y-0 right-auto left-0 h-dvh max-h-none w-[300px] max-w-[88vw] bg-ink! text-paper! shadow-3 backdrop:bg-scrim motion-safe:animate-fade"
          >
            <IconButton
              icon={X}
              label={adminMessages.closeMenu}
              popoverTarget={DRAWER}
              popoverTargetAction="hide"
              className="absolute top-3 right-2 hover:text-blush!"
            />
            <Sidebar staff={staff} counts={counts} inDrawer />
          </Popover>
        </header>
        <aside className="on-dark sticky top-0 hidden h-dvh bg-ink text-paper desktop:block">
          <Sidebar staff={staff} counts={counts} onSearch={openSearch} />
        </aside>
        <Main>{children}</Main>
        <Palette open={searchOpen} onOpen={openSearch} onClose={closeSearch} />
      </div>
    </StaffContext>
  );
}

/** Takes the focus on navigation, so that screen readers continue with the new page, not at the clicked link. */
function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const loading = useNavigation().state === 'loading';

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <main
      id="content"
      ref={main}
      tabIndex={-1}
      aria-busy={loading}
      className={classes(
        'min-w-0 outline-none transition-opacity delay-150',
        loading && 'opacity-60 motion-reduce:opacity-100',
      )}
    >
      {children}
    </main>
  );
}
