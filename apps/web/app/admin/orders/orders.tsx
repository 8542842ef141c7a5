import { adminMessages } from '@shop/contracts/admin/messages';
import { dollars } from '@shop/contracts/common/money';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { createOrderBatch, type exportOrders, listAllOrders } from '@shop/contracts/orders/admin-operations';
import type { OrderSummary } from '@shop/contracts/orders/admin-schema';
import { orderListMessages } from '@shop/contracts/orders/list-messages';
import {
  isDueOnDelivery,
  orderMessages,
  paymentLabel,
  paymentStatusLabels,
  statusLabels,
} from '@shop/contracts/orders/messages';
import { OrderStatus } from '@shop/contracts/orders/schema';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { ClipboardList, PackageSearch, Printer } from 'lucide-react';
import { data, redirect } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Age, QuietState, SecondLine } from '#admin/kit/cells.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { ExportLink } from '#admin/kit/export-link.tsx';
import { ChoiceFilter, DateFilter, MoreFilters } from '#admin/kit/filter-chip.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { QuietLink, RowLink } from '#admin/kit/row-link.tsx';
import { handleViewForm, loadViews } from '#admin/kit/saved-views.server.ts';
import { BarButton } from '#admin/kit/selection-bar.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { VIEW_DONE_TEXTS } from '#admin/kit/view-done-texts.ts';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { PaymentBadge, StatusBadge } from '#shop/orders/status-badge.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/orders';

export async function loader({ request, url }: Route.LoaderArgs) {
  const [list, views] = await Promise.all([
    loadAdminList(request, listAllOrders, url.searchParams),
    loadViews(request, 'orders'),
  ]);
  return { ...list, views, formKey: crypto.randomUUID() };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const viewResult = await handleViewForm(request, url, 'orders', form);
  if (viewResult) return viewResult;
  if (form.get('intent') !== 'batch') throw data(null, { status: 400 });
  const bulkUpdate = { orderIds: form.getAll('orderId'), status: form.get('status') };
  if (bulkUpdate.orderIds.length === 0) return data({ failed: adminOrderMessages.noneChosen }, { status: 422 });
  const api = apiFor(request);
  const preview = await previewEffects(form, () => api.submit(dryRunOf(createOrderBatch), bulkUpdate));
  if (preview?.ok) return { confirmation: preview.value };
  if (preview) return failedResponse(preview.problem, adminOrderMessages.bulkFailed);
  const result = await api.submit(createOrderBatch, bulkUpdate, { key: String(form.get('key')) });
  if (result.ok) throw redirect(`/admin/orders/batches/${result.value.id}`);
  return failedResponse(result.problem, adminOrderMessages.bulkFailed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminOrderMessages.bulkFailed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, adminOrderMessages.title);

type ActionResult = ToastResult & { confirmation?: Confirmation };

export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now, views, formKey } = loaderData;
  const result: ActionResult | undefined = actionData;
  const can = useCan();
  const toShop = (
    <ButtonLink to="/" look="secondary">
      {adminMessages.toShop}
    </ButtonLink>
  );
  return (
    <AdminPage
      title={adminOrderMessages.title}
      actions={
        <>
          {can('orders.update-status') && (
            <ButtonLink to="/admin/orders/import" look="secondary">
              {adminOrderMessages.importTitle}
            </ButtonLink>
          )}
          {can('orders.export') && <ExportLink to={apiUrl<typeof exportOrders>('GET /admin/orders/export', {})} />}
        </>
      }
    >
      <FlashMessage texts={VIEW_DONE_TEXTS} result={result} />
      <BulkConfirmation confirmation={result?.confirmation} />
      <AdminList
        label={adminOrderMessages.title}
        caption={adminOrderMessages.title}
        views={views}
        search={{ label: adminOrderMessages.search, hint: adminOrderMessages.searchHint }}
        filters={<OrderFilters errors={errors} />}
        errors={errors}
        sorts={orderListMessages.sorts}
        defaultSort="-date"
        columns={orderColumns(now)}
        details={ORDER_DETAILS}
        card={ORDER_CARD}
        rows={items}
        sum={sumOfTotals(items)}
        keyOf={({ id }) => id}
        next={next}
        empty={{
          icon: PackageSearch,
          title: adminOrderMessages.none,
          hint: adminOrderMessages.noneYet,
          filtered: adminOrderMessages.noneFound,
          action: toShop,
        }}
        selection={
          can('orders.update-status')
            ? {
                name: 'orderId',
                labelOf: ({ number }) => adminOrderMessages.bulkChoose(number),
                heading: adminOrderMessages.bulkHeading,
                method: 'post',
                primary: <BulkStatus formKey={formKey} />,
                secondary: <PrintActions />,
              }
            : undefined
        }
      />
    </AdminPage>
  );
}

/** Before the status of the selected orders changes: what it does. */
function BulkConfirmation({ confirmation }: { confirmation: Confirmation | undefined }) {
  const fields = confirmation?.fields ?? [];
  const valuesOf = (field: string) => fields.flatMap(([name, value]) => (name === field ? value : []));
  const orders = valuesOf('orderId').length;
  const status = OrderStatus.safeParse(valuesOf('status')[0]).data ?? 'processing';
  const isCancelling = status === 'cancelled';
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={
        isCancelling
          ? adminOrderMessages.bulkCancel(orders)
          : adminOrderMessages.bulkTitle(orders, statusLabels[status])
      }
      confirm={isCancelling ? adminOrderMessages.bulkCancel(orders) : adminOrderMessages.bulkApply}
      keep={adminOrderMessages.bulkKeep}
      busyLabel={isCancelling ? orderMessages.cancelling : adminOrderMessages.updating}
      look={isCancelling ? 'danger' : 'primary'}
    />
  );
}

const PAYMENTS = { ...paymentStatusLabels, due: adminOrderMessages.due };
const MORE = [
  {
    label: orderListMessages.shipping,
    name: 'shipping',
    any: orderListMessages.anyShipping,
    of: orderListMessages.shippingMethods,
  },
  {
    label: orderListMessages.fulfillment,
    name: 'fulfillment',
    any: orderListMessages.anyFulfillment,
    of: orderListMessages.fulfillments,
  },
];

const OrderFilters = ({ errors }: { errors: Record<string, string> }) => (
  <>
    <ChoiceFilter
      label={adminOrderMessages.status}
      name="status"
      any={adminOrderMessages.anyStatus}
      of={statusLabels}
    />
    <ChoiceFilter label={adminOrderMessages.payment} name="payment" any={adminOrderMessages.anyPayment} of={PAYMENTS} />
    <DateFilter
      label={adminOrderMessages.date}
      from={adminOrderMessages.from}
      to={adminOrderMessages.to}
      errors={errors}
    />
    <MoreFilters of={MORE} />
  </>
);

/** Picture left, number and customer beside it, total and status right; an exception of the payment is a third line. */
const ORDER_CARD =
  'max-tablet:grid max-tablet:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-2.5 max-tablet:gap-y-0.5';

const sumOfTotals = (orders: OrderSummary[]) => dollars(orders.reduce((sum, { total }) => sum + total, 0));

/** The customer's id, for support, is a line of the customer column. */
const ORDER_DETAILS = [{ key: 'userId', label: orderListMessages.customerId, optional: 'off' as const }];

const orderColumns = (now: Date): ListColumn<OrderSummary>[] => [
  {
    key: 'number',
    label: adminOrderMessages.orderId,
    className: 'tablet:w-[6.75rem] max-tablet:col-start-3 max-tablet:row-start-1',
    cell: (order) => <OrderNumber {...order} now={now} />,
  },
  {
    key: 'date',
    label: adminOrderMessages.date,
    optional: 'on',
    sort: ['-date', 'date'],
    className: 'tablet:w-26 max-desktop:hidden',
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'customer',
    label: adminOrderMessages.customer,
    className: 'max-tablet:col-start-3 max-tablet:row-start-2',
    cell: (order, show) => <OrderCustomer {...order} showId={show('userId')} />,
  },
  {
    key: 'items',
    label: orderListMessages.items,
    optional: 'on',
    className: 'tablet:w-18 desktop:w-35 max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (order) => <Pictures {...order} />,
  },
  {
    key: 'payment',
    label: adminOrderMessages.payment,
    optional: 'on',
    className:
      'tablet:w-35 max-tablet:col-span-full max-tablet:row-start-3 max-tablet:hidden max-tablet:justify-self-end max-tablet:has-[[data-exception]]:block',
    cell: (order) => <PaymentState {...order} />,
  },
  {
    key: 'status',
    label: adminOrderMessages.status,
    optional: 'on',
    className: 'tablet:w-36 max-tablet:col-start-4 max-tablet:row-start-2 max-tablet:justify-self-end',
    cell: ({ status, partiallyShipped }) =>
      partiallyShipped ? (
        <Badge tone="processing">{shippingMessages.partiallyShipped}</Badge>
      ) : (
        <StatusBadge status={status} />
      ),
  },
  {
    key: 'total',
    label: adminOrderMessages.total,
    numeric: true,
    sort: ['-total', 'total'],
    className: 'tablet:w-25 max-tablet:col-start-4 max-tablet:row-start-1 max-tablet:font-semibold',
    cell: ({ total }) => dollars(total),
  },
];

function OrderNumber({ id, number, createdAt, now }: OrderSummary & { now: Date }) {
  return (
    <span className="block truncate">
      <RowLink to={`/admin/orders/${id}`} className="tabular-nums">
        #{number}
      </RowLink>
      <Age at={createdAt} now={now} className="ml-2 text-[13px] text-ink-muted tablet:hidden" />
      <QuietLink
        to={`/admin/orders/${id}`}
        aria-label={adminOrderMessages.viewOf(number)}
        className="block w-fit leading-[17px] tablet:group-data-[density=compact]/list:ml-2 tablet:group-data-[density=compact]/list:inline"
      >
        {adminOrderMessages.view}
      </QuietLink>
    </span>
  );
}

function OrderCustomer({ customer, email, userId, showId }: OrderSummary & { showId: boolean }) {
  return (
    <>
      <span className="block truncate tablet:font-medium" title={orderListMessages.customerIdOf(userId)}>
        {customer}
      </span>
      <SecondLine className="max-tablet:hidden">{email}</SecondLine>
      {showId && <span className="block text-[13px] text-ink-muted leading-[17px] wrap-anywhere">{userId}</span>}
    </>
  );
}

/** Phones and tablets show the first picture. */
function Pictures({ images, units }: OrderSummary) {
  return (
    <span className="flex items-center gap-1">
      {images.map((image, place) => (
        <Thumbnail
          // biome-ignore lint/suspicious/noArrayIndexKey: pictures can repeat and never move.
          key={place}
          src={image}
          size={32}
          className={place > 0 ? 'max-desktop:hidden' : 'max-tablet:size-10'}
        />
      ))}
      <span className="ml-1 text-[13px] text-ink-muted max-tablet:sr-only">
        {units}
        <span className="sr-only"> {orderListMessages.unitWord(units)}</span>
      </span>
    </span>
  );
}

/** Paid and due on delivery are normal; anything else is an exception. */
function PaymentState(order: OrderSummary) {
  if (order.paymentStatus === 'paid' && !order.partiallyRefunded)
    return <QuietState dot="good">{paymentLabel(order)}</QuietState>;
  if (isDueOnDelivery(order)) return <QuietState dot="waiting">{paymentLabel(order)}</QuietState>;
  return (
    <span data-exception>
      <PaymentBadge order={order} />
    </span>
  );
}

/** Sets the status of the selected orders. */
function BulkStatus({ formKey }: { formKey: string }) {
  const can = useCan();
  return (
    <>
      <input type="hidden" name="key" value={formKey} />
      <select
        name="status"
        aria-label={adminOrderMessages.bulkStatus}
        defaultValue="processing"
        className="h-10 min-w-0 rounded-control border border-line-strong bg-ink px-2 text-paper"
      >
        {Object.entries(statusLabels)
          .filter(([value]) => value !== 'cancelled' || can('orders.refund'))
          .map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
      </select>
      <IntentButton intent="batch" compact busyLabel={adminOrderMessages.updating} className="px-4! text-small!">
        {adminOrderMessages.bulkApply}
      </IntentButton>
    </>
  );
}

/** Pages to print, for the selected orders. */
const PrintActions = () => (
  <>
    <BarButton formAction="/admin/orders/packing-slips" formMethod="get">
      <Printer aria-hidden className="size-4" strokeWidth={1.75} />
      {orderListMessages.packingSlips}
    </BarButton>
    <BarButton formAction="/admin/orders/pick-list" formMethod="get">
      <ClipboardList aria-hidden className="size-4" strokeWidth={1.75} />
      {orderListMessages.pickList}
    </BarButton>
  </>
);
