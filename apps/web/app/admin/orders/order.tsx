import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { type downloadInvoiceOfOrder, listInvoicesOfOrder } from '@shop/contracts/invoices/admin-operations';
import { invoiceMessages } from '@shop/contracts/invoices/messages';
import type { InvoiceSummary } from '@shop/contracts/invoices/schema';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { getAdminOrder } from '@shop/contracts/orders/admin-operations';
import type { AdminOrder, RevokedLink } from '@shop/contracts/orders/admin-schema';
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import { isPartiallyRefunded, orderMessages } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { Order } from '@shop/contracts/orders/schema';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { ArrowLeft, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { data, Form, Link, redirect, useSearchParams } from 'react-router';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { useDates } from '#lib/dates.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { DeliveryEstimateText } from '#shop/delivery/delivery-estimate-text.tsx';
import { PaymentBadge, StatusBadge } from '#shop/orders/status-badge.tsx';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import type { Route } from './+types/order';
import { AddressLabel } from './address-label.tsx';
import { addressText } from './address-lines.ts';
import { orderListUrl } from './back-link.ts';
import { Disclosure } from './disclosure.tsx';
import { MoneyTable } from './money-table.tsx';
import { handleOrderAction } from './order-actions.server.ts';
import { Card } from './order-card.tsx';
import {
  ORDER_ACTION_FAILED,
  type OrderAction,
  type OrderActionResult,
  orderActionDone,
  refundKey,
  unchangedStatus,
} from './order-forms.ts';
import { OrderTimeline } from './order-timeline.tsx';
import { isFullyShipped } from './packing-units.ts';
import { Payments } from './payments.tsx';
import { RefundForm } from './refund-form.tsx';
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

/** Title and status of an order, the way back to the list, and its printed pages. */
function OrderHeader({ order, children }: { order: AdminOrder; children: ReactNode }) {
  const [search] = useSearchParams();
  return (
    <>
      <Link
        to={orderListUrl(search.get('from'))}
        className="inline-flex min-h-11 items-center gap-2 text-ink-soft text-small underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />
        {adminOrderMessages.title}
      </Link>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="font-display text-h1">{adminOrderMessages.details}</h1>
          <span className="font-display text-h1 tabular-nums">#{order.number}</span>
          {isPartiallyShipped(order) ? (
            <Badge tone="processing">{shippingMessages.partiallyShipped}</Badge>
          ) : (
            <StatusBadge status={order.status} />
          )}
          <PaymentBadge order={{ ...order, partiallyRefunded: isPartiallyRefunded(order) }} />
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={`/admin/orders/packing-slips?orderId=${order.id}`} look="secondary" compact>
            {texts.packingSlip}
          </ButtonLink>
          <ButtonLink to={`/admin/orders/pick-list?orderId=${order.id}`} look="secondary" compact>
            {texts.pickList}
          </ButtonLink>
          {children}
        </div>
      </div>
    </>
  );
}

/** Downloads of the invoice and the credit notes; nothing until the first is issued. */
const InvoiceLinks = ({ orderId, invoices }: { orderId: string; invoices: InvoiceSummary[] }) =>
  invoices.map(({ id, kind, number }) => (
    <ButtonLink
      key={id}
      to={apiUrl<typeof downloadInvoiceOfOrder>('GET /admin/orders/:id/invoices/:invoiceId/pdf', {
        params: { id: orderId, invoiceId: id },
      })}
      look="secondary"
      reloadDocument
      download
    >
      {invoiceMessages.downloadOf(invoiceMessages.titleOf(kind, number))}
    </ButtonLink>
  ));

type OrderConfirmationProps = { number: string; result: OrderActionResult | undefined };

/** Before a refund, a retry or a status with lasting effects: what it does. */
function OrderConfirmation({ number, result }: OrderConfirmationProps) {
  const confirmation = result?.confirmation;
  return <ConfirmEffects confirmation={confirmation} {...wordsOf(number, result, confirmation)} />;
}

function wordsOf(number: string, result: OrderActionResult | undefined, confirmation: Confirmation | undefined) {
  const status = confirmation?.fields.find(([name]) => name === 'status')?.[1];
  if (result?.intent === 'refund')
    return {
      title: adminOrderMessages.refund,
      confirm: confirmation?.amount
        ? adminOrderMessages.refundOfAmount(confirmation.amount)
        : adminOrderMessages.refund,
      keep: adminOrderMessages.keepPayment,
      busyLabel: adminOrderMessages.refunding,
    };
  if (result?.intent === 'retry')
    return {
      title: paymentMessages.retry,
      confirm: confirmation?.amount ? paymentMessages.retryAmount(confirmation.amount) : paymentMessages.retry,
      keep: adminOrderMessages.keepPayment,
      busyLabel: paymentMessages.retrying,
    };
  if (status === 'cancelled')
    return {
      title: adminOrderMessages.cancelOrderOf(number),
      confirm: orderMessages.confirmCancelYes,
      keep: orderMessages.dismissCancel,
      busyLabel: orderMessages.cancelling,
      look: 'danger' as const,
    };
  return {
    title: adminOrderMessages.updateStatusOf(number),
    confirm: adminOrderMessages.update,
    keep: adminOrderMessages.keepStatus,
    busyLabel: adminOrderMessages.updating,
  };
}

function ShipTo({ order }: { order: Order }) {
  const { shippingAddress, shippingMethod } = order;
  const copy = () =>
    navigator.clipboard.writeText(addressText(shippingAddress)).then(
      () => toast('success', texts.addressCopied),
      () => toast('error', texts.addressNotCopied),
    );

  return (
    <Card
      title={texts.shipTo}
      actions={
        <IconButton icon={Copy} label={texts.copyAddress} onClick={() => void copy()} className="noscript:hidden" />
      }
    >
      <AddressLabel address={shippingAddress} />
      {order.gift && (
        <p className="mt-3 whitespace-pre-line wrap-anywhere">
          <span className="block font-semibold">{giftMessages.giftFor(order.gift.recipient)}</span>
          {order.gift.message}
        </p>
      )}
      <p className="mt-3 text-ink-muted text-small">{texts.shippingMethod(shippingMethodLabels[shippingMethod])}</p>
      <DeliveryEstimateText order={order} className="mt-1 text-small" />
    </Card>
  );
}

function CustomerCard({ order: { customer, email, userId } }: { order: AdminOrder }) {
  const can = useCan();
  return (
    <Card title={adminOrderMessages.customerHeading}>
      {can('customers.read') ? (
        <TextLink to={`/admin/customers/${userId}`}>{customer}</TextLink>
      ) : (
        <p className="font-semibold">{customer}</p>
      )}
      <p className="text-ink-soft text-small">{email}</p>
      {email && (
        <TextLink to={`/admin/orders?${new URLSearchParams({ q: email })}`} className="text-small">
          {texts.customerOrders}
        </TextLink>
      )}
    </Card>
  );
}

/** Facts that are looked up now and then. The tracking number is here for orders without shipments. */
function DetailsCard({ order }: { order: AdminOrder }) {
  const { dateTime } = useDates();
  const { id, userId, createdAt, paymentMethod, trackingNumber, shipments } = order;
  return (
    <Card title={texts.details}>
      <dl className="grid grid-cols-1 gap-3 text-small">
        <Fact label={texts.placed}>
          <time dateTime={createdAt}>{dateTime(new Date(createdAt))}</time>
        </Fact>
        <Fact label={orderMessages.paymentMethod}>{paymentMethodLabels[paymentMethod]}</Fact>
        {trackingNumber && shipments.length === 0 && (
          <Fact label={orderMessages.trackingNumber}>
            <span className="tabular-nums">{trackingNumber}</span>
          </Fact>
        )}
        <Fact label={adminOrderMessages.orderId}>{id}</Fact>
        <Fact label={texts.customerId}>{userId}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

type LinksCardProps = { order: AdminOrder; formKey: string };

/** The private links of an order: those of its guest, and those of the recipient of a gift. */
function LinksCard({ order: { guest, gift }, formKey }: LinksCardProps) {
  const can = useCan();
  if (!can('orders.resend-email') || (!guest && !gift)) return null;
  return (
    <Card title={adminOrderMessages.links}>
      <div className="grid gap-4">
        {guest && <RevokeForm link="order" formKey={formKey} />}
        {gift && <RevokeForm link="gift" formKey={formKey} />}
      </div>
    </Card>
  );
}

function RevokeForm({ link, formKey }: { link: RevokedLink; formKey: string }) {
  return (
    <Form method="post" preventScrollReset className="grid justify-items-start gap-2">
      <p className="text-ink-soft text-small">{adminOrderMessages.revokeText[link]}</p>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="link" value={link} />
      <IntentButton intent="revoke" values={{ link }} look="secondary" compact busyLabel={adminOrderMessages.revoking}>
        {adminOrderMessages.revoke[link]}
      </IntentButton>
    </Form>
  );
}

type OrderSummaryProps = { order: AdminOrder; result?: OrderActionResult };

/** How the total is made, what was paid and refunded, and the form for a refund. */
function OrderSummary({ order, result }: OrderSummaryProps) {
  const can = useCan();
  return (
    <Card title={adminOrderMessages.money}>
      <MoneyTable order={order} />
      <section aria-labelledby="payments" className="mt-5">
        <h3 id="payments" className="mb-2 font-semibold text-small">
          {adminOrderMessages.paymentsHeading}
        </h3>
        <Payments order={order} />
      </section>
      {can('orders.refund') && order.refundable > 0 && (
        <Disclosure
          label={adminOrderMessages.refundHeading}
          open={result?.intent === 'refund'}
          className="mt-4 border-line border-t pt-1"
        >
          <section aria-label={adminOrderMessages.refundHeading} className="pt-2">
            {/* The key empties the form after a refund. */}
            <RefundForm key={refundKey(order)} order={order} result={result} />
          </section>
        </Disclosure>
      )}
    </Card>
  );
}
