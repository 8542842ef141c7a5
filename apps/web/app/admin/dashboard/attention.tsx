import { COUNTED_TO } from '@shop/contracts/analytics/constants';
import { dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import type { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import {
  AlarmClock,
  CreditCard,
  Gem,
  LifeBuoy,
  type LucideIcon,
  Package,
  ShieldAlert,
  Star,
  TriangleAlert,
} from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { classes } from '#ui/classes.ts';

type Attention = Dashboard['attention'];

const PAGES: Record<Attention[number]['to'], { to: string; icon: LucideIcon }> = {
  toShip: { to: '/admin/orders?fulfillment=unfulfilled', icon: Package },
  atRisk: { to: '/admin/orders/at-risk', icon: AlarmClock },
  unpaid: { to: '/admin/orders?payment=due', icon: CreditCard },
  lowStock: { to: '/admin/products?status=published&stock=low', icon: Gem },
  tickets: { to: '/admin/support-tickets', icon: LifeBuoy },
  reviews: { to: '/admin/reviews', icon: Star },
  paymentProblems: { to: '/admin/payments', icon: ShieldAlert },
  failedJobs: { to: '/admin/system', icon: TriangleAlert },
};

export const LINK = 'inline-flex min-h-11 items-center text-violet underline underline-offset-4';
const atMost = (count: number) => (count > COUNTED_TO ? `${COUNTED_TO}+` : `${count}`);

/** Counts that are links to their lists. A zero is muted; failed jobs are shown only if there are any. */
export function NeedsAttention({ attention }: Pick<Dashboard, 'attention'>) {
  const titleId = useId();
  const shown = attention.filter(({ to, count }) => to !== 'failedJobs' || count > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="overflow-hidden rounded-card border border-line bg-paper shadow-1">
      <h2 id={titleId} className="sr-only">
        {dashboardMessages.attention}
      </h2>
      <ul className="-mr-px -mb-px grid grid-cols-2 tablet:grid-cols-3 desktop:grid-flow-col desktop:auto-cols-fr desktop:grid-cols-none">
        {shown.map(({ to, count }) => (
          <li key={to} className="border-line border-r border-b">
            <Count to={to} count={count} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Count({ to, count }: Attention[number]) {
  const { to: page, icon: Icon } = PAGES[to];
  const number = atMost(count);
  const text = dashboardMessages.attentionTo[to](number);
  return (
    <Link
      to={page}
      className={classes(
        'flex h-full flex-col p-4 text-[13px] leading-[17px] -outline-offset-2 hover:bg-violet-tint/50',
        count === 0 ? 'text-ink-muted' : 'text-ink-soft',
      )}
    >
      <span className="flex items-center justify-between gap-2">
        <b className={classes('font-semibold text-tile tabular-nums', count > 0 && 'text-ink')}>{number}</b>
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
      </span>{' '}
      {text.slice(number.length + 1)}
    </Link>
  );
}

/** The variants with the lowest stock; nothing if there are none. */
export function LowStock({ lowStock }: Pick<Dashboard, 'lowStock'>) {
  if (!lowStock || lowStock.count === 0) return null;
  const { count, variants } = lowStock;
  return (
    <Panel title={dashboardMessages.lowStock}>
      <ul className="text-small">
        {variants.map(({ variantId, productId, name, sku, available }) => (
          <li key={variantId} className="flex items-center justify-between gap-4">
            <Link to={`/admin/products/edit/${productId}`} className={LINK}>
              {name} ({sku})
            </Link>
            <span className="shrink-0 font-semibold text-cancelled tabular-nums">
              {dashboardMessages.available(available)}
            </span>
          </li>
        ))}
      </ul>
      {count > variants.length && (
        <p className="mt-2 text-ink-muted text-small">{dashboardMessages.moreLow(atMost(count))}</p>
      )}
      <Link to="/admin/products?status=published&stock=low" className={LINK}>
        {dashboardMessages.allLow}
      </Link>
    </Panel>
  );
}
