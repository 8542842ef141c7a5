import { listInvoicesOfOrder } from '@shop/contracts/invoices/admin-operations';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { getAdminOrder } from '@shop/contracts/orders/admin-operations';
import { data, redirect } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/order';
import { InvoiceLinks } from './invoice-links.tsx';
import { LinksCard } from './links-card.tsx';
import { handleOrderAction } from './order-actions.server.ts';
import { Card } from './order-card.tsx';
import { OrderConfirmation } from './order-confirmation.tsx';
import { CustomerCard, DetailsCard } from './order-facts.tsx';
import {
  ORDER_ACTION_FAILED,
  type OrderAction,
  type OrderActionResult,
  orderActionDone,
  unchangedStatus,
} from './order-forms.ts';
import { OrderHeader } from './order-header.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { isFullyShipped } from './packing-units.ts';
import { ShipTo } from './ship-to.tsx';
import { ShipmentCard } from './shipment-card.tsx';
import { StatusForm } from './status-form.tsx';
import { ToShip } from './to-ship.tsx';

/** Unknown order or malformed id: redirects to the list of orders. */
const NO_SUCH_ORDER = [404, 414, 422];

export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [found, listed] = await Promise.all([
    api.call(getAdminOrder, { params: { id: params.orderId } }),
    api.call(listInvoicesOfOrder, { params: { id: params.orderId } }),
  ]);
  const invoices = listed.ok ? listed.value : [];
  if (found.ok) return { order: found.value, invoices, formKey: crypto.randomUUID() };
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/admin/orders');
  throw data(found.problem, { status: found.problem.status });
}

export const action = async ({ request, url, params }: Route.ActionArgs) =>
  handleOrderAction(apiFor(request), params.orderId, await formOf(request), url.searchParams);

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const unchanged = unchangedStatus(form);
  if (unchanged) return unchanged;
  const intent = String(form.get('intent')) as OrderAction;
  return serverAction().catch(onNetworkError<OrderActionResult>({ intent, failed: ORDER_ACTION_FAILED[intent] }));
}

/** Also after a rejected form: another staff member may have changed the order. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(
    matches,
    loaderData ? adminOrderMessages.detailsOf(loaderData.order.number) : adminOrderMessages.details,
  );

const COLUMN = 'grid min-w-0 grid-cols-1 content-start gap-4';

export default function OrderPage({ loaderData: { order, invoices, formKey }, actionData }: Route.ComponentProps) {
  const can = useCan();
  const shipments = order.shipments.map((shipment) => (
    <ShipmentCard key={shipment.id} shipment={shipment} order={order} formKey={formKey} result={actionData} />
  ));
  const allShipped = isFullyShipped(order) && shipments.length > 0;
  return (
    <div className="page-width pt-2 pb-16 wrap-anywhere">
      <OrderHeader order={order}>
        <InvoiceLinks orderId={order.id} invoices={invoices} />
      </OrderHeader>
      <FlashMessage texts={orderActionDone(order)} result={actionData} />
      <OrderConfirmation number={order.number} result={actionData} />
      {/* In this order the address follows the items where columns are stacked. `1fr`: no gap below the items. */}
      <div className="grid grid-cols-1 gap-4 desktop:grid-cols-[minmax(0,1fr)_20rem] desktop:grid-rows-[auto_1fr]">
        <div className={COLUMN}>{allShipped ? shipments : <ToShip order={order} result={actionData} />}</div>
        <div className={`${COLUMN} desktop:row-span-2`}>
          <ShipTo order={order} />
          {can('orders.update-status') && (
            <Card title={adminOrderMessages.changeStatus}>
              <StatusForm
                key={order.status}
                status={order.status}
                hasShipments={order.shipments.length > 0}
                refundsPayment={order.refundable > 0}
                formKey={formKey}
                info={actionData?.info}
              />
            </Card>
          )}
          <CustomerCard order={order} />
          <LinksCard order={order} formKey={formKey} />
          <DetailsCard order={order} />
        </div>
        <div className={COLUMN}>
          {!allShipped && shipments}
          <OrderSummary order={order} result={actionData} />
          <OrderTimeline order={order} formKey={formKey} result={actionData} />
        </div>
      </div>
    </div>
  );
}
