import { Cart } from '@shop/contracts/cart/schema';
import { pageTitle } from '@shop/contracts/common/constants';
import { isCancellable } from '@shop/contracts/orders/constants';
import { orderMessages } from '@shop/contracts/orders/messages';
import { Order, type OrderItem } from '@shop/contracts/orders/schema';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { Link, redirect, useSearchParams } from 'react-router';
import { muteNextNotification, unmuteNotifications } from '#features/notifications/muted-notifications.ts';
import { BuyAgain } from '#features/orders/buy-again.tsx';
import { CancelOrder, ConfirmCancelling } from '#features/orders/cancel-order.tsx';
import { InvoiceLinks } from '#features/orders/invoice-links.tsx';
import { OrderBadge } from '#features/orders/order-badge.tsx';
import { OrderDetails } from '#features/orders/order-details.tsx';
import { OrderLines } from '#features/orders/order-lines.tsx';
import { OrderProgress } from '#features/orders/order-progress.tsx';
import { loadOwnInvoices } from '#features/orders/own-invoices.server.ts';
import { loadOwnOrder } from '#features/orders/own-order.server.ts';
import { Shipments } from '#features/orders/shipments.tsx';
import { apiFor } from '#lib/api.server.ts';
import { shortDate } from '#lib/format.ts';
import { failedResponse, readForm } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/order';

export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [order, invoices] = await Promise.all([
    loadOwnOrder(api, params.orderId),
    loadOwnInvoices(api, params.orderId),
  ]);
  return { order, invoices, cancelKey: crypto.randomUUID() };
}

export async function action({ request, params }: Route.ActionArgs) {
  const text = await readForm(request);
  const api = apiFor(request);
  const page = `/orders/${encodeURIComponent(params.orderId)}`;

  if (text('intent') === 'reorder') {
    const result = await api.post(`${page}/reorder`, Cart);
    if (result.ok) throw redirect(`${page}?done=${result.value.notice ? 'partly' : 'again'}`);
    return failedResponse(result.problem, orderMessages.buyAgainFailed);
  }

  const result = await api.post(`${page}/cancellation`, Order, undefined, text('key'));
  if (result.ok) throw redirect(`${page}?done=cancelled`);
  return failedResponse(result.problem, orderMessages.cancelFailed);
}

export async function clientAction({ request, params, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get('intent');
  if (intent === 'reorder') return serverAction().catch(onNetworkError({ failed: orderMessages.buyAgainFailed }));
  const page = `/orders/${params.orderId}`;
  muteNextNotification(page);
  // A redirect, which means that the order was cancelled, is thrown.
  const result = await serverAction().catch(onNetworkError({ failed: orderMessages.cancelFailed }));
  unmuteNotifications(page);
  return result;
}

/** Also after a rejected form: the status of the order may have changed. */
export const shouldRevalidate = () => true;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData ? orderMessages.orderOf(loaderData.order.number) : orderMessages.title) },
  { name: 'robots', content: 'noindex' },
];

const DONE_TEXTS = {
  again: orderMessages.buyAgainDone,
  partly: orderMessages.buyAgainPartly,
  cancelled: orderMessages.cancelDone,
};

export default function OrderPage({ loaderData: { order, invoices, cancelKey }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const cancellable = isCancellable({ status: order.status, hasShipments: order.shipments.length > 0 });
  const name = orderMessages.orderOf(order.number);
  return (
    <article className="wrap-anywhere">
      <div className="-mt-2 pb-3">
        <Breadcrumbs above={[{ label: orderMessages.title, to: '/orders' }]} here={name} />
      </div>
      <FlashMessage texts={DONE_TEXTS} result={actionData} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-display text-h1">{name}</h1>
        <OrderBadge order={order} />
      </div>
      <p className="mt-2 text-ink-soft">{orderMessages.placedOn(shortDate(new Date(order.createdAt)))}</p>
      <div className="my-10">
        <OrderProgress status={order.status} reachedAt={order.reachedAt} />
      </div>
      {cancellable && search.get('confirm') === 'cancel' && (
        <div className="mb-10">
          <ConfirmCancelling orderId={order.id} cancelKey={cancelKey} />
        </div>
      )}
      {order.shipments.length > 0 && (
        <div className="mb-10">
          <Shipments shipments={order.shipments} partial={isPartiallyShipped(order)} items={order.items} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-x-8 gap-y-10 desktop:grid-cols-[minmax(0,8fr)_minmax(0,5fr)] desktop:items-start">
        <section aria-labelledby="items">
          <h2 id="items" className="mb-4 font-display text-h2">
            {orderMessages.items}
          </h2>
          <OrderLines order={order} items={order.items} more={order.status === 'delivered' ? writeReview : undefined} />
        </section>
        <OrderDetails order={order} />
      </div>
      <div className="mt-10 flex flex-wrap items-start gap-3">
        <BuyAgain />
        <InvoiceLinks order={order} invoices={invoices} />
        {cancellable && <CancelOrder cancelKey={cancelKey} />}
      </div>
    </article>
  );
}

const writeReview = ({ slug, name }: OrderItem) => (
  <Link
    to={`/product/${slug}/review`}
    className="inline-flex min-h-11 items-center text-small font-medium text-violet underline underline-offset-4"
  >
    {reviewMessages.write}
    <span className="sr-only">: {name}</span>
  </Link>
);
