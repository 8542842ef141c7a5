import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { adminMessages } from '@shop/contracts/admin/messages';
import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { COUNTED_TO } from '@shop/contracts/analytics/constants';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import type { Staff } from '@shop/contracts/identity/schema';
import { findMessages } from '@shop/contracts/quick-search/messages';
import {
  Activity,
  BadgePercent,
  ChartLine,
  Circle,
  CreditCard,
  FileText,
  Gem,
  History,
  Layers,
  LayoutDashboard,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Mail,
  Megaphone,
  PackageSearch,
  PanelsTopLeft,
  Search,
  Settings,
  ShoppingBag,
  Star,
  Store,
  Undo2,
  UserCog,
  Users,
} from 'lucide-react';
import { useId } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { classes } from '#ui/classes.ts';
import { Mark } from '#ui/mark.tsx';

/** By the path of the entry. */
export const MENU_ICONS: Record<string, LucideIcon> = {
  '/admin': LayoutDashboard,
  '/admin/analytics': ChartLine,
  '/admin/demand': PackageSearch,
  '/admin/products': Gem,
  '/admin/collections': Layers,
  '/admin/orders': ShoppingBag,
  '/admin/returns': Undo2,
  '/admin/customers': Users,
  '/admin/support-tickets': LifeBuoy,
  '/admin/reviews': Star,
  '/admin/promotions': BadgePercent,
  '/admin/campaigns': Megaphone,
  '/admin/newsletter': Mail,
  '/admin/pages': FileText,
  '/admin/online-store': PanelsTopLeft,
  '/admin/payments': CreditCard,
  '/admin/audit-log': History,
  '/admin/system': Activity,
  '/admin/staff': UserCog,
  '/admin/settings': Settings,
};

type Group = keyof typeof adminMessages.groups;
const GROUPS = Object.keys(adminMessages.groups) as Group[];

const ICON_BUTTON =
  'inline-grid size-9 place-items-center rounded-control text-mauve transition-colors hover:bg-paper/10 hover:text-paper';

type SidebarProps = {
  staff: Staff;
  counts: MenuCounts | null;
  onSearch?: () => void;
  /** Larger entries for touch. */
  inDrawer?: boolean;
};

/**
 * Permitted pages by group, in a list that scrolls by itself. At the foot the name and role of the staff member, the
 * link to the store and the logout button. Its parent is positioned and has a height.
 */
export function Sidebar({ staff, counts, onSearch, inDrawer = false }: SidebarProps) {
  const id = useId();
  const can = useCan();
  const pages = ADMIN_PAGES.flatMap(({ path, needs, menu }) => (menu && can(needs) ? [{ path, ...menu }] : []));
  return (
    <div className="flex h-full flex-col">
      <p className="flex items-center gap-2.5 px-5 pt-[18px] pb-3 font-display text-tile desktop:low:pt-3 desktop:low:pb-1">
        <Mark className="size-6 text-blush-deep" />
        {adminMessages.panel}
      </p>
      {onSearch && <SearchButton onSearch={onSearch} />}
      <nav
        aria-label={adminMessages.navigation}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-2 [scrollbar-color:rgb(255_253_251/.25)_transparent] [scrollbar-width:thin] desktop:low:pb-1"
      >
        {GROUPS.map((group) => {
          const links = pages.filter((page) => page.group === group);
          // The settings group is never empty: it contains the logout button.
          if (links.length === 0 && group !== 'settings') return null;
          return (
            <section key={group} aria-labelledby={`${id}-${group}`}>
              <h2
                id={`${id}-${group}`}
                className="mx-2.5 mt-2 mb-0.5 font-semibold text-[11.5px] text-mauve uppercase leading-4 tracking-[0.08em] desktop:low:mt-1 desktop:low:mb-px desktop:low:text-[11px] desktop:low:leading-[14px]"
              >
                {adminMessages.groups[group]}
              </h2>
              <ul>
                {links.map((page) => (
                  <MenuEntry key={page.path} {...page} counts={counts} inDrawer={inDrawer} />
                ))}
                {group === 'settings' && <Logout />}
              </ul>
            </section>
          );
        })}
      </nav>
      <Person staff={staff} />
    </div>
  );
}

const SearchButton = ({ onSearch }: { onSearch: () => void }) => (
  <button
    type="button"
    onClick={onSearch}
    aria-keyshortcuts="Control+K Meta+K"
    className="mx-3 mb-2 flex h-[34px] shrink-0 items-center gap-2.5 rounded-control border border-paper/20 bg-paper/5 pr-2 pl-2.5 text-small transition-colors hover:bg-paper/10 desktop:low:mb-0 desktop:low:h-[30px]"
  >
    <Search aria-hidden className="size-4" strokeWidth={1.75} />
    {findMessages.open}
    <kbd aria-hidden className="ml-auto font-sans text-[13px] text-blush-deep">
      {findMessages.hint}
    </kbd>
  </button>
);

/** The height of this line is fixed: the logout button is placed in it. */
function Person({ staff }: { staff: Staff }) {
  const { storeName } = useStoreProfile();
  return (
    <div className="flex h-14 shrink-0 items-center gap-2 border-paper/15 border-t pr-12 pl-5 text-small desktop:low:h-12">
      <div className="min-w-0 flex-1 leading-[18px]">
        <p title={staff.name} className="truncate font-semibold">
          {staff.name}
        </p>
        <p className="truncate text-[12.5px] text-blush-deep">{roleLabels[staff.role]}</p>
      </div>
      <Link to="/" title={adminMessages.toShop} className={ICON_BUTTON}>
        <Store aria-hidden className="size-[18px]" strokeWidth={1.5} />
        <span className="sr-only">
          {adminMessages.toShop}, {storeName}
        </span>
      </Link>
    </div>
  );
}

/**
 * An entry of the settings group that is shown at the foot: its containing block is the sidebar, so the list does not
 * scroll it. A POST form, so that a link cannot log the user out.
 */
function Logout() {
  return (
    <li className="absolute right-2.5 bottom-2.5 desktop:low:bottom-1.5">
      <Form method="post" action="/logout">
        <button type="submit" title={adminMessages.logout} aria-label={adminMessages.logout} className={ICON_BUTTON}>
          <LogOut aria-hidden className="size-[18px]" strokeWidth={1.5} />
        </button>
      </Form>
    </li>
  );
}

const LINE =
  'group/entry relative flex w-full items-center gap-[11px] rounded-control pr-12 pl-2.5 font-medium text-paper/90 text-small transition-colors hover:bg-paper/10 hover:text-paper aria-[current=page]:bg-paper/[0.13] aria-[current=page]:font-semibold aria-[current=page]:text-paper';
/** A bar at the edge of the sidebar. */
const CURRENT_BAR =
  "aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-[5px] aria-[current=page]:before:-left-3 aria-[current=page]:before:w-[3px] aria-[current=page]:before:rounded-r-image aria-[current=page]:before:bg-blush-deep aria-[current=page]:before:content-['']";

type MenuEntryProps = {
  path: string;
  label: string;
  covers?: readonly string[];
  counts: MenuCounts | null;
  inDrawer: boolean;
};

/** The counter describes the link and is not part of its name. */
function MenuEntry({ path, label, covers, counts, inDrawer }: MenuEntryProps) {
  const counterId = useId();
  const { pathname } = useLocation();
  const counter = counterOf(path, counts);
  const Icon = MENU_ICONS[path] ?? Circle;
  return (
    <li className="relative">
      <Link
        to={path}
        aria-current={isCurrent(pathname, { path, covers }) ? 'page' : undefined}
        aria-describedby={counter && counterId}
        className={classes(LINE, CURRENT_BAR, inDrawer ? 'h-10' : 'h-8 desktop:low:h-[23px] desktop:low:text-[13.5px]')}
      >
        <Icon
          aria-hidden
          className="size-4 shrink-0 text-mauve group-aria-[current=page]/entry:text-blush-deep"
          strokeWidth={1.75}
        />
        {label}
      </Link>
      {counter && (
        <span
          className={classes(
            'pointer-events-none absolute top-1/2 right-2.5 min-w-[22px] -translate-y-1/2 rounded-full px-1.5 text-center font-semibold text-[12px] tabular-nums leading-5',
            counter.urgent ? 'bg-blush-deep text-ink' : 'bg-paper/15 text-paper',
          )}
        >
          <span aria-hidden>{counter.figure}</span>
          <span id={counterId} className="sr-only">
            {counter.text}
          </span>
        </span>
      )}
    </li>
  );
}

type Entry = { path: string; covers?: readonly string[] | undefined };

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);

/** Whether the entry is that of the open page. All pages are below the dashboard, which is only current itself. */
export const isCurrent = (pathname: string, { path, covers = [] }: Entry) =>
  path === '/admin' ? pathname === path : [path, ...covers].some((one) => isBelow(pathname, one));

type Counter = {
  name: keyof MenuCounts;
  /** A customer or a payment waits; otherwise it is done when there is time. */
  urgent: boolean;
};

const COUNTERS: Record<string, Counter> = {
  '/admin/orders': { name: 'ordersToShip', urgent: true },
  '/admin/support-tickets': { name: 'openTickets', urgent: true },
  '/admin/reviews': { name: 'pendingReviews', urgent: false },
  '/admin/payments': { name: 'paymentProblems', urgent: true },
  '/admin/system': { name: 'failedJobs', urgent: false },
};

/** The counter of an entry, unless nothing waits: its figure, and the sentence for screen readers. */
export function counterOf(path: string, counts: MenuCounts | null) {
  const counter = COUNTERS[path];
  const count = counter && counts?.[counter.name];
  if (!counter || !count) return undefined;
  const figure = count > COUNTED_TO ? `${COUNTED_TO}+` : `${count}`;
  return { figure, text: adminMessages.counts[counter.name](figure), urgent: counter.urgent };
}
