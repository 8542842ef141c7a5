import { adminMessages } from '@shop/contracts/admin/messages';
import { activityText, dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import type { Dashboard, RecentOrder } from '@shop/contracts/analytics/dashboard-schema';
import { dollars } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { ShortDate, useDates } from '#lib/dates.ts';
import { monthOf } from '#lib/format.ts';
import { StatusBadge } from '#shop/orders/status-badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Table } from '#ui/table.tsx';
import { LINK } from './attention.tsx';

const COLUMNS = [
  { label: adminOrderMessages.orderId, cell: ({ number }: RecentOrder) => `#${number}` },
  { label: adminOrderMessages.customer, cell: (order: RecentOrder) => <Customer {...order} /> },
  { label: adminOrderMessages.date, cell: ({ createdAt }: RecentOrder) => <ShortDate at={createdAt} /> },
  { label: adminOrderMessages.status, cell: ({ status }: RecentOrder) => <StatusBadge status={status} /> },
  { label: adminOrderMessages.total, cell: ({ total }: RecentOrder) => dollars(total), numeric: true },
  {
    label: adminOrderMessages.actions,
    cell: ({ id, number }: RecentOrder) => (
      <Link to={`/admin/orders/${id}`} aria-label={adminOrderMessages.viewOf(number)} className={LINK}>
        {adminOrderMessages.view}
      </Link>
    ),
  },
];

function Customer({ customer, userId }: RecentOrder) {
  return (
    <>
      <span className="block wrap-anywhere">{customer}</span>
      <span className="block wrap-anywhere text-ink-muted">{userId}</span>
    </>
  );
}

export function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <Panel title={dashboardMessages.recentOrders}>
      {orders.length > 0 ? (
        // Only the customer cell may break words, for its long id.
        <div className="wrap-normal">
          <Table caption={dashboardMessages.recentOrders} columns={COLUMNS} rows={orders} keyOf={({ id }) => id} />
        </div>
      ) : (
        <EmptyState
          icon={ShoppingBag}
          title={adminOrderMessages.none}
          action={
            <ButtonLink to="/" look="secondary">
              {adminMessages.toShop}
            </ButtonLink>
          }
        >
          {adminOrderMessages.noneYet}
        </EmptyState>
      )}
      <Link to="/admin/orders" className={`mt-3 font-semibold ${LINK}`}>
        {dashboardMessages.viewAllOrders}
      </Link>
    </Panel>
  );
}

export function PopularProducts({ popular }: Pick<Dashboard, 'popular'>) {
  return (
    <Panel title={dashboardMessages.popular}>
      {popular ? (
        <>
          <p className="mb-2 text-ink-muted text-small">{dashboardMessages.popularIn(monthOf(popular.month))}</p>
          <ol className="grid gap-1">
            {popular.products.map(({ id, name, units, revenue }) => (
              <li key={id} className="flex items-center justify-between gap-4 border-line border-b py-1 last:border-0">
                <span className="min-w-0">
                  <Link to={`/admin/products/edit/${id}`} className={LINK}>
                    {name}
                  </Link>
                  <span className="block text-ink-muted text-small">{dashboardMessages.sold(units)}</span>
                </span>
                <span className="shrink-0 tabular-nums">{dollars(revenue)}</span>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="text-ink-soft">{dashboardMessages.nothingSold}</p>
      )}
      <Link to="/admin/analytics" className={`mt-3 font-semibold ${LINK}`}>
        {dashboardMessages.toAnalytics}
      </Link>
    </Panel>
  );
}

type ActivityEntry = NonNullable<Dashboard['activity']>[number];

export function RecentActivity({ activity, now }: { activity: ActivityEntry[]; now: Date }) {
  const { timeAgo } = useDates();
  return (
    <Panel title={dashboardMessages.activity}>
      {activity.length === 0 && <p className="text-ink-soft">{dashboardMessages.noActivity}</p>}
      <ul className="grid gap-3 text-small">
        {activity.map((entry) => (
          <li key={entry.id}>
            <span className="font-semibold">{entry.who ?? dashboardMessages.system}</span> {activityText(entry.action)}{' '}
            <Subject {...entry} />
            <time dateTime={entry.at} className="block text-ink-muted">
              {timeAgo(new Date(entry.at), now)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The order or product of the entry; a link for staff who can open its page. */
function Subject({ entity, entityId, product }: ActivityEntry) {
  const can = useCan();
  if (entity === 'order')
    return <MaybeLink to={can('orders.read') && `/admin/orders/${entityId}`}>#{entityId.slice(-8)}</MaybeLink>;
  if (entity === 'product')
    return (
      <MaybeLink to={can('products.read') && `/admin/products/edit/${entityId}`}>
        {product ?? entityId.slice(-8)}
      </MaybeLink>
    );
  return null;
}

function MaybeLink({ to, children }: { to: string | false; children: ReactNode }) {
  if (!to) return children;
  return (
    <Link to={to} className="text-violet underline underline-offset-4">
      {children}
    </Link>
  );
}
