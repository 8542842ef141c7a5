import { OrderDossier } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { pageTitle } from '@shop/contracts/site';
import { data, redirect } from 'react-router';
import { Outcome } from '#components/account/outcome.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { MailList } from '#components/admin/orders/mail-list.tsx';
import { MoneyTable } from '#components/admin/orders/money-table.tsx';
import { Notes } from '#components/admin/orders/notes.tsx';
import { Payments } from '#components/admin/orders/payments.tsx';
import { RefundForm } from '#components/admin/orders/refund-form.tsx';
import { StatusForm } from '#components/admin/orders/status-form.tsx';
import { Timeline } from '#components/admin/orders/timeline.tsx';
import { useMay } from '#components/admin/staff.ts';
import { OrderFacts } from '#components/orders/order-facts.tsx';
import { StatusBadge } from '#components/orders/status-badge.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/form.server.ts';
import { workAtDesk } from '#lib/order-desk-actions.server.ts';
import { DESK_DONE, DESK_FAILED, type DeskAnswer, type DeskIntent, unchangedStatus } from '#lib/order-desk-forms.ts';
import { whenUnreachable } from '#lib/unreachable.ts';
import type { Route } from './+types/order';

/** Unknown, or no id at all: the orders there are. */
const NO_SUCH_ORDER = [404, 414, 422];

export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await apiFor(request).tryGet(`/admin/orders/${encodeURIComponent(params.orderId)}`, OrderDossier);
  if (found.ok) return { order: found.value, formKey: crypto.randomUUID() };
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/admin/orders');
  throw data(found.problem, { status: found.problem.status });
}

export const action = async ({ request, params }: Route.ActionArgs) =>
  workAtDesk(apiFor(request), params.orderId, await formOf(request));

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const unchanged = unchangedStatus(form);
  if (unchanged) return unchanged;
  const intent = String(form.get('intent')) as DeskIntent;
  return serverAction().catch(whenUnreachable<DeskAnswer>({ intent, failed: DESK_FAILED[intent] }));
}

/** Also after a refused form: somebody else may have gone on meanwhile. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData ? adminOrderMessages.detailsOf(loaderData.order.number) : adminOrderMessages.details) },
  { name: 'robots', content: 'noindex' },
];

export default function OrderPage({ loaderData: { order, formKey }, actionData }: Route.ComponentProps) {
  const may = useMay();
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
      <Outcome words={DESK_DONE} answer={actionData} />
      <p className="-mt-3 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft">
        <span className="font-semibold text-ink tabular-nums">#{order.number}</span>
        <StatusBadge status={order.status} />
        <span className="text-small">{order.id}</span>
      </p>
      <div className="grid grid-cols-1 gap-6 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] desktop:items-start">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Panel title={adminOrderMessages.money}>
            <MoneyTable order={order} />
          </Panel>
          <Panel title={adminOrderMessages.paymentsHeading}>
            <Payments payments={order.payments} />
          </Panel>
          {may('orders.refund') && order.refundable > 0 && (
            <Panel title={adminOrderMessages.refundHeading}>
              <RefundForm order={order} formKey={formKey} answer={actionData} />
            </Panel>
          )}
          <Panel title={adminOrderMessages.mailsHeading}>
            <MailList mails={order.mails} formKey={formKey} />
          </Panel>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6 max-desktop:order-first">
          {may('orders.move') && (
            <Panel title={adminOrderMessages.changeStatus}>
              <StatusForm key={order.status} status={order.status} formKey={formKey} info={actionData?.info} />
            </Panel>
          )}
          <Panel title={adminOrderMessages.buyer}>
            <p className="font-semibold">{order.customer}</p>
            <p>{order.email}</p>
            <p className="mb-4 text-ink-muted text-small">{order.userId}</p>
            <OrderFacts order={order} />
          </Panel>
          <Panel title={adminOrderMessages.timeline}>
            <Timeline steps={order.timeline} />
          </Panel>
          <Panel title={adminOrderMessages.notesHeading}>
            <Notes notes={order.notes} formKey={formKey} answer={actionData} />
          </Panel>
        </div>
      </div>
    </AdminPage>
  );
}
