import { dollars } from '@shop/contracts/common/money';
import { customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import type { Customer } from '@shop/contracts/identity/admin-schema';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { adminTicketMessages } from '@shop/contracts/support/admin-messages';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { TicketBadge } from '#admin/support/ticket-badge.tsx';
import { ShortDate } from '#lib/dates.ts';
import { PaymentBadge, StatusBadge } from '#shop/orders/status-badge.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

type Order = Customer['orders'][number];
type Ticket = Customer['tickets'][number];

const ORDERS = [
  {
    label: adminOrderMessages.orderId,
    short: true,
    cell: ({ id, number }: Order) => <TextLink to={`/admin/orders/${id}`}>#{number}</TextLink>,
  },
  { label: adminOrderMessages.date, cell: ({ createdAt }: Order) => <ShortDate at={createdAt} />, short: true },
  { label: adminOrderMessages.status, cell: ({ status }: Order) => <StatusBadge status={status} />, short: true },
  {
    label: adminOrderMessages.payment,
    cell: (order: Order) => <PaymentBadge order={order} />,
    short: true,
  },
  { label: adminOrderMessages.total, cell: ({ total }: Order) => dollars(total), numeric: true },
];
const TICKETS = [
  {
    label: adminTicketMessages.number,
    short: true,
    cell: ({ id, number }: Ticket) => <TextLink to={`/admin/support-tickets/${id}`}>{number}</TextLink>,
  },
  { label: adminTicketMessages.subject, cell: ({ subject }: Ticket) => subject },
  { label: adminTicketMessages.status, cell: ({ status }: Ticket) => <TicketBadge status={status} />, short: true },
];

/** Orders and support tickets, newest first. */
export function CustomerHistory({ customer: { email, orders, orderCount, tickets } }: { customer: Customer }) {
  const can = useCan();
  return (
    <div className="grid gap-6">
      <Panel title={texts.orders}>
        {orders.length > 0 ? (
          <Table caption={texts.orders} columns={ORDERS} rows={orders} keyOf={({ id }) => id} />
        ) : (
          <p className="text-ink-soft">{texts.noOrders}</p>
        )}
        {orderCount > orders.length && can('orders.read') && (
          <TextLink to={`/admin/orders?${new URLSearchParams({ q: email })}`} className="mt-4">
            {texts.allOrders}
          </TextLink>
        )}
      </Panel>
      <Panel title={texts.tickets}>
        {tickets.length > 0 ? (
          <Table caption={texts.tickets} columns={TICKETS} rows={tickets} keyOf={({ id }) => id} />
        ) : (
          <p className="text-ink-soft">{texts.noTickets}</p>
        )}
      </Panel>
    </div>
  );
}
