import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { guestAccountMessages } from '@shop/contracts/identity/guest-messages';
import { getCurrentUser } from '@shop/contracts/identity/operations';
import { orderMessages } from '@shop/contracts/orders/messages';
import { getConfirmationEmail } from '@shop/contracts/orders/operations';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import { CircleCheck } from 'lucide-react';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { GuestAccountOffer } from '#shop/auth/guest-account-form.tsx';
import { OrderDetails } from '#shop/orders/order-details.tsx';
import { OrderLines } from '#shop/orders/order-lines.tsx';
import { loadOwnOrder } from '#shop/orders/own-order.server.ts';
import { Shipments } from '#shop/orders/shipments.tsx';
import { Totals } from '#shop/orders/totals.tsx';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/success';
import { ConfirmationEmailText } from './confirmation-email.tsx';

export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [order, confirmation, user] = await Promise.all([
    loadOwnOrder(api, params.orderId),
    api.call(getConfirmationEmail, { params: { id: params.orderId } }),
    api.call(getCurrentUser),
  ]);
  // If the email is unknown, the page does not promise one.
  const guestEmail = user.ok && user.value.guest ? user.value.email : null;
  return { order, email: confirmation.ok ? confirmation.value.email : null, guestEmail };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, checkoutMessages.successHeading);

export default function SuccessPage({ loaderData: { order, email, guestEmail } }: Route.ComponentProps) {
  const { today } = useDates();
  const { id, number, items, shipments, promise } = order;
  return (
    <section className="page-width section-rhythm text-center">
      <CircleCheck aria-hidden className="mx-auto mb-6 size-16 text-delivered" strokeWidth={1} />
      <h1 className="font-display text-h1">{checkoutMessages.successHeading}</h1>
      <p className="mt-4 text-ink-soft">
        {guestEmail ? guestAccountMessages.orderPlaced : checkoutMessages.successText}
      </p>
      <ConfirmationEmailText email={email} />
      {promise && <p className="mt-4">{deliveryMessages.arrives(promise, today())}</p>}
      <p className="mt-6 text-h3">{orderMessages.orderOf(number)}</p>
      <dl className="mt-1 text-small text-ink-soft">
        <dt className="inline">{checkoutMessages.orderId}: </dt>
        <dd className="inline tabular-nums">{id}</dd>
      </dl>
      {shipments.length > 0 && (
        <div className="mx-auto mt-10 max-w-3xl text-left">
          <Shipments shipments={shipments} partial={isPartiallyShipped(order)} items={items} />
        </div>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={`/orders/${id}`}>{checkoutMessages.viewOrder}</ButtonLink>
        <ButtonLink to="/" look="secondary">
          {checkoutMessages.backHome}
        </ButtonLink>
      </div>
      {guestEmail && <GuestAccountOffer email={guestEmail} />}
      <div className="mx-auto mt-12 grid max-w-4xl grid-cols-1 gap-x-12 gap-y-8 text-left wrap-anywhere desktop:grid-cols-[minmax(0,1fr)_19rem] desktop:items-start">
        <section aria-labelledby="items">
          <h2 id="items" className="mb-4 font-display text-h2">
            {orderMessages.items}
          </h2>
          <OrderLines items={items} />
          <Totals of={order} />
        </section>
        <OrderDetails order={order} />
      </div>
    </section>
  );
}
