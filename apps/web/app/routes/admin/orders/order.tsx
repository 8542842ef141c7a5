import { pageTitle } from '@shop/contracts/common/constants';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { data, redirect } from 'react-router';
import { EmailList } from '#features/admin/orders/email-list.tsx';
import { MoneyTable } from '#features/admin/orders/money-table.tsx';
import { Notes } from '#features/admin/orders/notes.tsx';
import { handleOrderAction } from '#features/admin/orders/order-actions.server.ts';
import {
  ORDER_ACTION_FAILED,
  type OrderAction,
  type OrderActionResult,
  orderActionDone,
  unchangedStatus,
} from '#features/admin/orders/order-forms.ts';
import { OrderItems } from '#features/admin/orders/order-items.tsx';
import { Payments } from '#features/admin/orders/payments.tsx';
import { RefundForm } from '#features/admin/orders/refund-form.tsx';
import { StatusForm } from '#features/admin/orders/status-form.tsx';
import { Timeline } from '#features/admin/orders/timeline.tsx';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { OrderDetails } from '#features/orders/order-details.tsx';
import { StatusBadge } from '#features/orders/status-badge.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/order';

/** Unknown order or malformed id: redirects to the list of orders. */
const NO_SUCH_ORDER = [404, 414, 422];

export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await apiFor(request).tryGet(`/admin/orders/${encodeURIComponent(params.orderId)}`, AdminOrder);
  if (found.ok) return { order: found.value, formKey: crypto.randomUUID() };
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/admin/orders');
  throw data(found.problem, { status: found.problem.status });
}

export const action = async ({ request, params }: Route.ActionArgs) =>
  handleOrderAction(apiFor(request), params.orderId, await formOf(request));

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const unchanged = unchangedStatus(form);
  if (unchanged) return unchanged;
  const intent = String(form.get('intent')) as OrderAction;
  return serverAction().catch(onNetworkError<OrderActionResult>({ intent, failed: ORDER_ACTION_FAILED[intent] }));
}

/** Also after a rejected form: another staff member may have changed the order. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData ? adminOrderMessages.detailsOf(loaderData.order.number) : adminOrderMessages.details) },
  { name: 'robots', content: 'noindex' },
];

export default function OrderPage({ loaderData: { order, formKey }, actionData }: Route.ComponentProps) {
  const can = useCan();
  return (
    <AdminPage
      title={adminOrderMessages.details}
      above={[{ label: adminOrderMessages.title, to: '/admin/orders' }]}
      actions={
        <ButtonLink to={`/orders/${order.id}/invoice`} look="secondary">
          {adminOrderMessages.invoice}
        </ButtonLink>
      }
    >
      <FlashMessage texts={orderActionDone(order)} result={actionData} />
      <p className="-mt-3 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
        <span className="font-semibold text-ink tabular-nums">#{order.number}</span>
        <StatusBadge status={order.status} />
        <span className="text-small">{order.id}</span>
      </p>
      <Panel title={orderMessages.items} className="mb-6">
        <OrderItems items={order.items} />
      </Panel>
      <div className="grid grid-cols-1 gap-6 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] desktop:items-start">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Panel title={adminOrderMessages.money}>
            <MoneyTable order={order} />
          </Panel>
          <Panel title={adminOrderMessages.paymentsHeading}>
            <Payments payments={order.payments} />
          </Panel>
          {can('orders.refund') && order.refundable > 0 && (
            <Panel title={adminOrderMessages.refundHeading}>
              <RefundForm order={order} formKey={formKey} result={actionData} />
            </Panel>
          )}
          <Panel title={adminOrderMessages.emailsHeading}>
            <EmailList emails={order.emails} formKey={formKey} />
          </Panel>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 max-desktop:order-first">
          {can('orders.update-status') && (
            <Panel title={adminOrderMessages.changeStatus}>
              <StatusForm
                key={order.status}
                status={order.status}
                refundsPayment={order.refundable > 0}
                formKey={formKey}
                info={actionData?.info}
              />
            </Panel>
          )}
          <Panel title={adminOrderMessages.customerHeading}>
            <p className="font-semibold">{order.customer}</p>
            <p>{order.email}</p>
            <p className="mb-4 text-ink-muted text-small">{order.userId}</p>
            <OrderDetails order={order} />
          </Panel>
          <Panel title={adminOrderMessages.timeline}>
            <Timeline statusChanges={order.timeline} />
          </Panel>
          <Panel title={adminOrderMessages.notesHeading}>
            <Notes notes={order.notes} formKey={formKey} result={actionData} />
          </Panel>
        </div>
      </div>
    </AdminPage>
  );
}
