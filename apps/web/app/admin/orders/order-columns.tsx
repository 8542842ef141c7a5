import { dollars } from '@shop/contracts/common/money';
import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import type { OrderSummary } from '@shop/contracts/orders/admin-schema';
import { orderListMessages as listTexts } from '@shop/contracts/orders/list-messages';
import { isDueOnDelivery, paymentLabel } from '@shop/contracts/orders/messages';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { Age, QuietState, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { QuietLink, RowLink } from '#admin/kit/row-link.tsx';
import { PaymentBadge, StatusBadge } from '#shop/orders/status-badge.tsx';
import { Badge } from '#ui/badge.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';

/** Picture left, number and customer beside it, total and status right; an exception of the payment is a third line. */
export const ORDER_CARD =
  'max-tablet:grid max-tablet:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-2.5 max-tablet:gap-y-0.5';

export const sumOfTotals = (orders: OrderSummary[]) => dollars(orders.reduce((sum, { total }) => sum + total, 0));

/** The customer's id, for support, is a line of the customer column. */
export const ORDER_DETAILS = [{ key: 'userId', label: listTexts.customerId, optional: 'off' as const }];

export const orderColumns = (now: Date): ListColumn<OrderSummary>[] => [
  {
    key: 'number',
    label: texts.orderId,
    className: 'tablet:w-[6.75rem] max-tablet:col-start-3 max-tablet:row-start-1',
    cell: (order) => <OrderNumber {...order} now={now} />,
  },
  {
    key: 'date',
    label: texts.date,
    optional: 'on',
    sort: ['-date', 'date'],
    className: 'tablet:w-26 max-desktop:hidden',
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'customer',
    label: texts.customer,
    className: 'max-tablet:col-start-3 max-tablet:row-start-2',
    cell: (order, show) => <OrderCustomer {...order} showId={show('userId')} />,
  },
  {
    key: 'items',
    label: listTexts.items,
    optional: 'on',
    className: 'tablet:w-18 desktop:w-35 max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (order) => <Pictures {...order} />,
  },
  {
    key: 'payment',
    label: texts.payment,
    optional: 'on',
    className:
      'tablet:w-35 max-tablet:col-span-full max-tablet:row-start-3 max-tablet:hidden max-tablet:justify-self-end max-tablet:has-[[data-exception]]:block',
    cell: (order) => <PaymentState {...order} />,
  },
  {
    key: 'status',
    label: texts.status,
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
    label: texts.total,
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
        aria-label={texts.viewOf(number)}
        className="block w-fit leading-[17px] tablet:group-data-[density=compact]/list:ml-2 tablet:group-data-[density=compact]/list:inline"
      >
        {texts.view}
      </QuietLink>
    </span>
  );
}

function OrderCustomer({ customer, email, userId, showId }: OrderSummary & { showId: boolean }) {
  return (
    <>
      <span className="block truncate tablet:font-medium" title={listTexts.customerIdOf(userId)}>
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
        <span className="sr-only"> {listTexts.unitWord(units)}</span>
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
