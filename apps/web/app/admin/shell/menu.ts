import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { adminMessages } from '@shop/contracts/admin/messages';
import { COUNTED_TO } from '@shop/contracts/analytics/constants';

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
