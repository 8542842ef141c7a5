import { COUNTED_TO } from '@shop/contracts/analytics/constants';
import { dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import type { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { Link } from 'react-router';
import { Panel } from '#features/admin/shared/admin-page.tsx';

type Attention = Dashboard['attention'];

const PAGES: Record<Attention[number]['to'], string> = {
  unpaid: '/admin/orders?payment=due',
  tickets: '/admin/support-tickets',
  reviews: '/admin/reviews',
  orphanedPayments: '/admin/system',
  failedJobs: '/admin/system',
};

export const LINK = 'inline-flex min-h-11 items-center text-violet underline underline-offset-4';
const atMost = (count: number) => (count > COUNTED_TO ? `${COUNTED_TO}+` : `${count}`);

/** Items that need attention, each with a link to its page. */
export function NeedsAttention({ attention, lowStock }: Pick<Dashboard, 'attention' | 'lowStock'>) {
  const isLow = lowStock !== null && lowStock.count > 0;
  return (
    <Panel title={dashboardMessages.attention}>
      {attention.length === 0 && !isLow && <p className="text-ink-soft">{dashboardMessages.allWell}</p>}
      <ul>
        {attention.map(({ to, count }) => (
          <li key={to}>
            <Link to={PAGES[to]} className={LINK}>
              {dashboardMessages.attentionTo[to](atMost(count))}
            </Link>
          </li>
        ))}
      </ul>
      {isLow && <LowStock {...lowStock} />}
    </Panel>
  );
}

function LowStock({ count, variants }: NonNullable<Dashboard['lowStock']>) {
  return (
    <>
      <h3 className="mt-4 mb-1 font-semibold">{dashboardMessages.lowStock}</h3>
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
    </>
  );
}
