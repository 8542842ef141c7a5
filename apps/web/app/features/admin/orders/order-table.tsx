import { dollars } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { OrderSummary } from '@shop/contracts/orders/admin-schema';
import { PaymentBadge, StatusBadge } from '#features/orders/status-badge.tsx';
import { shortDate } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const COLUMNS = [
  {
    label: adminOrderMessages.orderId,
    cell: ({ number }: OrderSummary) => <span className="tabular-nums">#{number}</span>,
  },
  { label: adminOrderMessages.customer, cell: (order: OrderSummary) => <Customer {...order} /> },
  {
    label: adminOrderMessages.date,
    cell: ({ createdAt }: OrderSummary) => shortDate(new Date(createdAt)),
    short: true,
  },
  { label: adminOrderMessages.status, cell: ({ status }: OrderSummary) => <StatusBadge status={status} /> },
  { label: adminOrderMessages.payment, cell: (order: OrderSummary) => <PaymentBadge order={order} /> },
  { label: adminOrderMessages.total, cell: ({ total }: OrderSummary) => dollars(total), numeric: true },
  { label: adminOrderMessages.actions, cell: (order: OrderSummary) => <View {...order} />, hideLabel: true },
];
const CHOICE = {
  label: adminOrderMessages.choose,
  cell: (order: OrderSummary) => <Choose {...order} />,
  hideLabel: true,
};

type OrderTableProps = {
  orders: OrderSummary[];
  /** With a checkbox per order, for the surrounding form. */
  choosable: boolean;
};

export function OrderTable({ orders, choosable }: OrderTableProps) {
  const columns = choosable ? [CHOICE, ...COLUMNS] : COLUMNS;
  return (
    // Only the customer cell may break words, for its long id.
    <div className="wrap-normal">
      <Table caption={adminOrderMessages.list} columns={columns} rows={orders} keyOf={({ id }) => id} />
    </div>
  );
}

function Choose({ id, number }: OrderSummary) {
  return (
    <label className="inline-grid size-11 place-items-center">
      <input
        type="checkbox"
        name="orderId"
        value={id}
        aria-label={adminOrderMessages.bulkChoose(number)}
        className="size-5 accent-violet"
      />
    </label>
  );
}

export function Customer({ customer, userId }: Pick<OrderSummary, 'customer' | 'userId'>) {
  return (
    <>
      <span className="block wrap-anywhere">{customer}</span>
      <span className="block wrap-anywhere text-ink-muted">{userId}</span>
    </>
  );
}

function View({ id, number }: OrderSummary) {
  return (
    <TextLink to={`/admin/orders/${id}`} aria-label={adminOrderMessages.viewOf(number)}>
      {adminOrderMessages.view}
    </TextLink>
  );
}
