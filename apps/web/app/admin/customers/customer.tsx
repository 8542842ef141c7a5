import { dollars } from '@shop/contracts/common/money';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import { endSessionsOfUser, getCustomer } from '@shop/contracts/identity/admin-operations';
import type { Customer } from '@shop/contracts/identity/admin-schema';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { adminTicketMessages } from '@shop/contracts/support/admin-messages';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { TicketBadge } from '#admin/support/ticket-badge.tsx';
import { apiFor } from '#lib/api.server.ts';
import { ShortDate, useDates } from '#lib/dates.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { PaymentBadge, StatusBadge } from '#shop/orders/status-badge.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/customer';
import { ConfirmCustomerAct, CustomerRole, ForceLogout } from './customer-role.tsx';
import { changeRole, type RoleResult } from './role.server.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { customer: await apiFor(request).read(getCustomer, { params: { id: params.customerId } }) };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const id = params.customerId;
  if (form.get('intent') !== 'log-out') return changeRole(api, url, form, id);
  const preview = await previewEffects(form, () => api.call(dryRunOf(endSessionsOfUser), { params: { id } }));
  if (preview) return confirmationResponse(preview);
  const ended = await api.call(endSessionsOfUser, { params: { id }, key: formKeyOf(form, id) });
  return redirectAfterAction(url, 'logged-out', ended);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.customer.name ?? texts.title);

const DONE = { 'logged-out': texts.loggedOut, role: texts.roleSaved };

export default function CustomerPage({ loaderData: { customer }, actionData }: Route.ComponentProps) {
  const can = useCan();
  const result: RoleResult | undefined = actionData;
  return (
    <AdminPage title={customer.name} above={[{ label: texts.title, to: '/admin/customers' }]}>
      <FlashMessage texts={DONE} result={result} />
      <ConfirmCustomerAct name={customer.name} result={result} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <CustomerHistory customer={customer} />
        <div className="grid gap-6">
          <CustomerDetails customer={customer} />
          {can('staff.write') && !customer.guest && <CustomerRole key={customer.role} role={customer.role} />}
          {can('customers.write') && <ForceLogout />}
        </div>
      </div>
    </AdminPage>
  );
}

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
function CustomerHistory({ customer: { email, orders, orderCount, tickets } }: { customer: Customer }) {
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

const ADDRESS_FIELDS = ['recipient', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone'] as const;

function CustomerDetails({ customer }: { customer: Customer }) {
  const { shortDate } = useDates();
  const { addresses } = customer;
  return (
    <>
      <Panel title={texts.profile}>
        <DetailList
          of={{
            ...(customer.guest && { [texts.kind]: texts.guest }),
            [texts.email]: customer.email,
            [texts.phone]: customer.phone ?? texts.noPhone,
            [texts.since]: shortDate(new Date(customer.createdAt)),
            [texts.sessions]: texts.devices(customer.sessions),
            [texts.twoFactor]: customer.twoFactor ? texts.on : texts.off,
            [texts.marketing]: customer.marketing ? texts.optedIn : texts.notOptedIn,
            [texts.orderCount]: customer.orderCount,
            [texts.spent]: dollars(customer.spent),
          }}
        />
      </Panel>
      <Panel title={texts.addresses}>
        {addresses.length === 0 && <p className="text-ink-soft">{texts.noAddresses}</p>}
        <ul className="grid gap-4">
          {addresses.map(({ id, name, isDefault, ...address }) => (
            <li key={id}>
              <p className="font-semibold">
                {name}
                {isDefault && <span className="font-normal text-ink-muted"> ({texts.defaultAddress})</span>}
              </p>
              <p className="text-small">{ADDRESS_FIELDS.flatMap((field) => address[field] || []).join(', ')}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
