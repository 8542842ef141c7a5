import { formatCharge, type Minor, minor, plus } from '@shop/contracts/common/money';
import { paymentStateLabels, paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import type { PaymentSummary } from '@shop/contracts/payments/admin-schema';
import { Form } from 'react-router';
import { Age, QuietState } from '#admin/kit/cells.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { CellLink, RowLink } from '#admin/kit/row-link.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Badge } from '#ui/badge.tsx';

/** Payment, customer and order left, amount and status beside them, the refund of a payment without an order right. */
export const PAYMENT_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';

export const paymentColumns = (now: Date, canRefund: boolean): ListColumn<PaymentSummary>[] => [
  {
    key: 'payment',
    label: texts.payment,
    className: 'max-tablet:col-start-1 max-tablet:row-start-1',
    cell: ({ providerPaymentId }) => (
      <span className="block truncate font-medium" title={providerPaymentId}>
        {providerPaymentId}
      </span>
    ),
  },
  {
    key: 'date',
    label: texts.date,
    optional: 'on',
    sort: ['-date', 'date'],
    className:
      'tablet:w-28 tablet:max-desktop:hidden max-tablet:col-start-2 max-tablet:row-start-3 max-tablet:justify-self-end max-tablet:text-[13px] max-tablet:leading-[17px]',
    cell: ({ createdAt }) => <Age at={createdAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'customer',
    label: texts.customer,
    className: 'max-tablet:col-start-1 max-tablet:row-start-2',
    cell: ({ customer }) =>
      customer ? (
        <CellLink to={`/admin/customers/${customer.id}`} className="block truncate">
          {customer.name}
        </CellLink>
      ) : (
        texts.noCustomer
      ),
  },
  {
    key: 'amount',
    label: texts.amount,
    numeric: true,
    className: 'tablet:w-28 max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:font-semibold',
    cell: ({ amountMinor, currency }) => formatCharge(amountMinor, currency),
  },
  {
    key: 'status',
    label: texts.status,
    className: 'tablet:w-28 max-tablet:col-start-2 max-tablet:row-start-2 max-tablet:justify-self-end',
    cell: ({ status }) =>
      status === 'captured' ? (
        <QuietState dot="good">{paymentStateLabels.captured}</QuietState>
      ) : (
        <Badge tone="other">{paymentStateLabels[status]}</Badge>
      ),
  },
  {
    key: 'order',
    label: texts.order,
    className:
      'tablet:w-26 max-tablet:col-start-1 max-tablet:row-start-3 max-tablet:text-[13px] max-tablet:leading-[17px]',
    cell: ({ order }) =>
      order ? (
        <RowLink to={`/admin/orders/${order.id}`} className="tabular-nums">
          #{order.number}
        </RowLink>
      ) : (
        texts.noOrder
      ),
  },
  ...(canRefund ? [ACTIONS] : []),
];

const ACTIONS: ListColumn<PaymentSummary> = {
  key: 'actions',
  label: texts.actions,
  hideLabel: true,
  className: 'tablet:w-40 max-tablet:col-start-3 max-tablet:row-span-3 max-tablet:row-start-1 max-tablet:empty:hidden',
  cell: (payment) => <RefundAction {...payment} />,
};

/** One sum for each currency. */
export function sumOfPayments(payments: PaymentSummary[]) {
  const sums = new Map<string, Minor>();
  for (const { amountMinor, currency } of payments)
    sums.set(currency, plus(sums.get(currency) ?? minor(0), amountMinor));
  return [...sums].map(([currency, sum]) => formatCharge(sum, currency)).join(', ');
}

/** A captured payment without an order can only be refunded. */
function RefundAction({ id, status, order }: PaymentSummary) {
  if (order || status !== 'captured') return null;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <FormKey />
      <IntentButton intent="refund" values={{ id }} look="secondary" compact busyLabel={texts.refunding}>
        {texts.refund}
      </IntentButton>
    </Form>
  );
}
