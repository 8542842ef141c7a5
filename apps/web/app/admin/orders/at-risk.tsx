import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { dollars } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { listOrdersAtRisk } from '@shop/contracts/orders/admin-operations';
import { promiseMessages as texts } from '@shop/contracts/orders/promise-messages';
import type { AtRiskOrder } from '@shop/contracts/orders/promise-schema';
import { formatDays } from '@shop/contracts/settings/delivery';
import { PackageCheck } from 'lucide-react';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { useDates } from '#lib/dates.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { StatusBadge } from '#shop/orders/status-badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/at-risk';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, listOrdersAtRisk, url.searchParams);

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const PromisedDays = ({ promise }: Pick<AtRiskOrder, 'promise'>) => (
  <span className="block">{formatDays(promise, useDates().today())}</span>
);

const COLUMNS: ListColumn<AtRiskOrder>[] = [
  {
    key: 'number',
    label: texts.order,
    className: 'tablet:w-28',
    cell: ({ id, number }) => (
      <RowLink to={`/admin/orders/${id}`} className="tabular-nums">
        #{number}
      </RowLink>
    ),
  },
  {
    key: 'time',
    label: texts.time,
    className: 'tablet:w-32',
    cell: ({ daysLeft }) => (
      <span className={daysLeft < 0 ? 'font-semibold text-cancelled' : 'font-semibold'}>
        {texts.timeLeft(daysLeft)}
      </span>
    ),
  },
  {
    key: 'waitsFor',
    label: texts.waitsFor,
    cell: ({ waitsFor, status }) => (
      <>
        <span className="block">{texts.steps[waitsFor]}</span>
        <StatusBadge status={status} />
      </>
    ),
  },
  {
    key: 'promise',
    label: texts.promised,
    cell: ({ promise, shippingMethod, country }) => (
      <>
        <PromisedDays promise={promise} />
        <SecondLine>{texts.shipTo(shippingMethodLabels[shippingMethod], country)}</SecondLine>
      </>
    ),
  },
  {
    key: 'customer',
    label: texts.customer,
    className: 'max-desktop:hidden',
    cell: ({ customer }) => <span className="block truncate">{customer}</span>,
  },
  {
    key: 'total',
    label: texts.total,
    numeric: true,
    className: 'tablet:w-25 max-desktop:hidden',
    cell: ({ total }) => dollars(total),
  },
];

export default function AtRiskPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.title} above={[{ label: adminOrderMessages.title, to: '/admin/orders' }]}>
      <p className="mb-4 max-w-[70ch] text-ink-soft text-small">{texts.hint}</p>
      <AdminList
        label={texts.title}
        caption={texts.title}
        errors={errors}
        columns={COLUMNS}
        rows={items}
        keyOf={({ id }) => id}
        next={next}
        empty={{
          icon: PackageCheck,
          title: texts.none,
          hint: texts.noneHint,
          action: (
            <ButtonLink to="/admin/orders" look="secondary">
              {texts.allOrders}
            </ButtonLink>
          ),
        }}
      />
    </AdminPage>
  );
}
