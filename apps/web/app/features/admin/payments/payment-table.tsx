import { formatCharge } from '@shop/contracts/common/money';
import { paymentStateLabels, paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import type { PaymentSummary } from '@shop/contracts/payments/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { shortDate } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const COLUMNS = [
  { label: texts.payment, cell: ({ providerPaymentId }: PaymentSummary) => providerPaymentId },
  { label: texts.date, cell: ({ createdAt }: PaymentSummary) => shortDate(new Date(createdAt)), short: true },
  {
    label: texts.customer,
    cell: ({ customer: { id, name } }: PaymentSummary) => <TextLink to={`/admin/customers/${id}`}>{name}</TextLink>,
  },
  {
    label: texts.amount,
    cell: ({ amountMinor, currency }: PaymentSummary) => formatCharge(amountMinor, currency),
    numeric: true,
  },
  {
    label: texts.status,
    short: true,
    cell: ({ status }: PaymentSummary) => (
      <Badge tone={status === 'captured' ? 'delivered' : 'other'}>{paymentStateLabels[status]}</Badge>
    ),
  },
  {
    label: texts.order,
    short: true,
    cell: ({ order }: PaymentSummary) =>
      order ? <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink> : texts.noOrder,
  },
];
const ACTIONS = { label: texts.actions, cell: (payment: PaymentSummary) => <RefundAction {...payment} /> };

export function PaymentTable({ payments }: { payments: PaymentSummary[] }) {
  const columns = useCan()('orders.refund') ? [...COLUMNS, ACTIONS] : COLUMNS;
  return <Table caption={texts.list} columns={columns} rows={payments} keyOf={({ id }) => id} />;
}

/** A captured payment without an order can only be refunded. */
function RefundAction({ id, status, order }: PaymentSummary) {
  if (order || status !== 'captured') return null;
  return (
    <ConfirmDialog question={texts.refundQuestion} trigger={texts.refund} compact>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="intent" value="refund" look="danger">
          {texts.refundYes}
        </Button>
      </Form>
    </ConfirmDialog>
  );
}
