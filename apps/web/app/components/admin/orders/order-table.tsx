import type { OrderSummary } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { dollars } from '@shop/contracts/money';
import { Link } from 'react-router';
import { PaymentBadge, StatusBadge } from '#components/orders/status-badge.tsx';
import { Table } from '#components/ui/table.tsx';
import { shortDate } from '#lib/format.ts';

const COLUMNS = [
  {
    label: adminOrderMessages.orderId,
    cell: ({ number }: OrderSummary) => <span className="tabular-nums">#{number}</span>,
  },
  { label: adminOrderMessages.customer, cell: (order: OrderSummary) => <Customer {...order} /> },
  { label: adminOrderMessages.date, cell: ({ createdAt }: OrderSummary) => shortDate(new Date(createdAt)) },
  { label: adminOrderMessages.status, cell: ({ status }: OrderSummary) => <StatusBadge status={status} /> },
  { label: adminOrderMessages.payment, cell: (order: OrderSummary) => <PaymentBadge status={order.paymentStatus} /> },
  { label: adminOrderMessages.total, cell: ({ total }: OrderSummary) => dollars(total), numeric: true },
  { label: adminOrderMessages.actions, cell: (order: OrderSummary) => <View {...order} /> },
];

export function OrderTable({ orders }: { orders: OrderSummary[] }) {
  return <Table caption={adminOrderMessages.list} columns={COLUMNS} rows={orders} keyOf={({ id }) => id} />;
}

function Customer({ customer, userId }: OrderSummary) {
  return (
    <>
      <span className="block">{customer}</span>
      <span className="block text-ink-muted">{userId}</span>
    </>
  );
}

function View({ id, number }: OrderSummary) {
  return (
    <Link
      to={`/admin/orders/${id}`}
      aria-label={adminOrderMessages.viewOf(number)}
      className="inline-flex min-h-11 items-center font-semibold text-violet underline underline-offset-4"
    >
      {adminOrderMessages.view}
    </Link>
  );
}
