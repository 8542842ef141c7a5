import type { User } from '@shop/contracts/identity/schema';
import { invoiceKindLabels } from '@shop/contracts/invoices/messages';
import type { InvoiceKind, InvoiceSummary } from '@shop/contracts/invoices/schema';
import { isCancellable } from '@shop/contracts/orders/constants';
import { isPartiallyRefunded, orderMessages } from '@shop/contracts/orders/messages';
import { cancelOrder, reorder as reorderOperation } from '@shop/contracts/orders/operations';
import type { Order, OrderItem } from '@shop/contracts/orders/schema';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { returnMessages } from '@shop/contracts/returns/messages';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { Form, Link, redirect, useOutletContext, useSearchParams } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { failedResponse, readForm } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { afterEveryResponse, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { DeliveryEstimateText } from '#shop/delivery/delivery-estimate-text.tsx';
import { muteNextNotification, unmuteNotifications } from '#shop/notifications/muted-notifications.ts';
import { OrderReturns } from '#shop/returns/order-returns.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/order';
import { ConfirmCancelling } from './cancel-order.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderProgress } from './order-progress.tsx';
import { OrderSummary } from './order-summary.tsx';
import { loadOrderPage } from './own-order.server.ts';
import { Shipments } from './shipments.tsx';
import { PaymentBadge } from './status-badge.tsx';
import { statusSentence } from './status-sentence.ts';
import { Timeline } from './timeline.tsx';
import { timelineOf } from './timeline-entries.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { ...(await loadOrderPage(apiFor(request), params.orderId)), cancelKey: crypto.randomUUID() };
}

export async function action({ request, params }: Route.ActionArgs) {
  const text = await readForm(request);
  const api = apiFor(request);
  const page = `/orders/${encodeURIComponent(params.orderId)}`;

  if (text('intent') === 'reorder') {
    const result = await api.call(reorderOperation, { params: { id: params.orderId } });
    if (result.ok) throw redirect(`${page}?done=${result.value.notice ? 'partly' : 'again'}`);
    return failedResponse(result.problem, orderMessages.buyAgainFailed);
  }

  const result = await api.call(cancelOrder, { params: { id: params.orderId }, key: text('key') });
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
export const shouldRevalidate = afterEveryResponse;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? orderMessages.orderOf(loaderData.order.number) : orderMessages.title);

const DONE_TEXTS = {
  again: orderMessages.buyAgainDone,
  partly: orderMessages.buyAgainPartly,
  cancelled: orderMessages.cancelDone,
  'return-requested': returnMessages.requested,
  'return-cancelled': returnMessages.cancelDone,
};

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const dates = useDates();
  const { order, invoices, messages, own, cancelKey } = loaderData;
  const [search] = useSearchParams();
  const { storeName } = useStoreProfile();
  const cancellable = isCancellable({ status: order.status, hasShipments: order.shipments.length > 0 });
  const name = orderMessages.orderOf(order.number);
  const [latest] = messages;
  // Null: a visitor by the link in an email, whom other pages of an account lead to the login. Neither they nor a guest have
  // an account for a conversation.
  const user = useOutletContext<User | null>();
  const conversation = latest ? `/account/messages/${latest.conversationId}` : `/orders/${order.id}/help`;
  const helpUrl = user && !user.guest ? conversation : '/contact';
  return (
    <article className="wrap-anywhere">
      {user && (
        <div className="-mt-2 pb-3">
          <Breadcrumbs above={[{ label: orderMessages.title, to: '/orders' }]} here={name} />
        </div>
      )}
      <FlashMessage texts={DONE_TEXTS} result={actionData} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-display text-h1">{name}</h1>
        <div className="flex flex-wrap gap-2">
          <OrderBadge order={order} />
          <PaymentBadge order={{ ...order, partiallyRefunded: isPartiallyRefunded(order) }} />
        </div>
      </div>
      <p className="mt-2">
        {statusSentence(order, dates)}{' '}
        {own.returnUntil && returnMessages.until(dates.shortDate(new Date(own.returnUntil)))}
      </p>
      <div className="mt-1 flex flex-wrap gap-x-2 text-ink-soft text-small">
        <p>{orderMessages.placedOn(dates.shortDate(new Date(order.createdAt)))}.</p>
        <DeliveryEstimateText order={order} />
      </div>
      <div className="mt-6 mb-5">
        <OrderProgress status={order.status} reachedAt={order.reachedAt} />
      </div>
      {cancellable && search.get('confirm') === 'cancel' && (
        <div className="mb-5">
          <ConfirmCancelling order={order} cancelKey={cancelKey} />
        </div>
      )}
      <OrderActions
        order={order}
        cancelKey={cancelKey}
        returnUrl={own.returnUntil ? `/orders/${order.id}/return` : undefined}
        helpUrl={helpUrl}
      >
        {user?.id === order.userId && <BuyAgain />}
        <InvoiceLinks order={order} invoices={invoices} />
      </OrderActions>
      <div className="mt-8 grid grid-cols-1 gap-x-12 gap-y-10 border-line border-t pt-8 desktop:grid-cols-[minmax(0,1fr)_21rem] desktop:items-start">
        <div className="grid min-w-0 grid-cols-1 gap-10">
          <section aria-labelledby="items">
            <h2 id="items" className="mb-4 font-display text-h2">
              {orderMessages.items}
            </h2>
            <OrderLines items={order.items} more={user && order.status === 'delivered' ? writeReview : undefined} />
          </section>
          {(order.shipments.length > 1 || isPartiallyShipped(order)) && (
            <Shipments shipments={order.shipments} partial={isPartiallyShipped(order)} items={order.items} />
          )}
          <OrderReturns orderId={order.id} returns={own.returns} />
          <Timeline entries={timelineOf(order, messages, storeName)} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <OrderSummary order={order} />
          <OrderDetails order={order} />
        </div>
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

function BuyAgain() {
  return (
    <Form method="post" preventScrollReset>
      <IntentButton intent="reorder" look="secondary" busyLabel={orderMessages.buyingAgain}>
        {orderMessages.buyAgain}
      </IntentButton>
    </Form>
  );
}

/** Invoice and credit notes of an order. Before the first is issued, the page says when it will be. */
function InvoiceLinks({ order, invoices }: { order: Pick<Order, 'id' | 'status'>; invoices: InvoiceSummary[] }) {
  const page = `/orders/${order.id}/invoice`;
  /** On phones its number would break the button in two lines. */
  const isOnly = (kind: InvoiceKind) => invoices.filter((invoice) => invoice.kind === kind).length === 1;
  if (invoices.length > 0)
    return invoices.map(({ id, kind, number }) => (
      <ButtonLink key={id} to={kind === 'invoice' ? page : `${page}?document=${id}`} look="secondary">
        <span>
          {invoiceKindLabels[kind]} <span className={isOnly(kind) ? 'max-tablet:sr-only' : undefined}>{number}</span>
        </span>
      </ButtonLink>
    ));
  if (order.status === 'cancelled') return null;
  return (
    <ButtonLink to={page} look="secondary">
      {invoiceKindLabels.invoice}
    </ButtonLink>
  );
}
