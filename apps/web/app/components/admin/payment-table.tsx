import { charged } from '@shop/contracts/money';
import type { PaymentSummary } from '@shop/contracts/system';
import { paymentStateLabels, paymentMessages as words } from '@shop/contracts/system-texts';
import { Form } from 'react-router';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Table } from '#components/ui/table.tsx';
import { shortDate } from '#lib/format.ts';
import { useMay } from './staff.ts';
import { TextLink } from './text-link.tsx';

const COLUMNS = [
  { label: words.payment, cell: ({ providerPaymentId }: PaymentSummary) => providerPaymentId },
  { label: words.date, cell: ({ createdAt }: PaymentSummary) => shortDate(new Date(createdAt)), short: true },
  {
    label: words.customer,
    cell: ({ customer: { id, name } }: PaymentSummary) => <TextLink to={`/admin/customers/${id}`}>{name}</TextLink>,
  },
  {
    label: words.amount,
    cell: ({ amountMinor, currency }: PaymentSummary) => charged(amountMinor, currency),
    numeric: true,
  },
  {
    label: words.status,
    short: true,
    cell: ({ status }: PaymentSummary) => (
      <Badge tone={status === 'captured' ? 'delivered' : 'other'}>{paymentStateLabels[status]}</Badge>
    ),
  },
  {
    label: words.order,
    short: true,
    cell: ({ order }: PaymentSummary) =>
      order ? <TextLink to={`/admin/orders/${order.id}`}>#{order.number}</TextLink> : words.noOrder,
  },
];
const CURE = { label: words.cure, cell: (payment: PaymentSummary) => <Cure {...payment} /> };

export function PaymentTable({ payments }: { payments: PaymentSummary[] }) {
  const columns = useMay()('orders.refund') ? [...COLUMNS, CURE] : COLUMNS;
  return <Table caption={words.list} columns={columns} rows={payments} keyOf={({ id }) => id} />;
}

/** Money that was taken and bought nothing can only go back. */
function Cure({ id, status, order }: PaymentSummary) {
  if (order || status !== 'captured') return null;
  return (
    <ConfirmDialog question={words.refundQuestion} trigger={words.refund} compact>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="intent" value="refund" look="danger">
          {words.refundYes}
        </Button>
      </Form>
    </ConfirmDialog>
  );
}
