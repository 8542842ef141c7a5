import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { pageTitle } from '@shop/contracts/common/constants';
import { orderMessages } from '@shop/contracts/orders/messages';
import { ConfirmationEmail } from '@shop/contracts/orders/schema';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { CircleCheck } from 'lucide-react';
import { ConfirmationEmailText } from '#features/checkout/confirmation-email.tsx';
import { loadOwnOrder } from '#features/orders/own-order.server.ts';
import { Shipments } from '#features/orders/shipments.tsx';
import { apiFor } from '#lib/api.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/success';

export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [order, confirmation] = await Promise.all([
    loadOwnOrder(api, params.orderId),
    api.tryGet(`/orders/${encodeURIComponent(params.orderId)}/confirmation-email`, ConfirmationEmail),
  ]);
  // If the email is unknown, the page does not promise one.
  return { order, email: confirmation.ok ? confirmation.value.email : null };
}

export const meta = () => [
  { title: pageTitle(checkoutMessages.successHeading) },
  { name: 'robots', content: 'noindex' },
];

export default function SuccessPage({ loaderData: { order, email } }: Route.ComponentProps) {
  const { id, number, items, shipments } = order;
  return (
    <section className="page-width section-rhythm text-center">
      <CircleCheck aria-hidden className="mx-auto mb-6 size-16 text-delivered" strokeWidth={1} />
      <h1 className="font-display text-h1">{checkoutMessages.successHeading}</h1>
      <p className="mt-4 text-ink-soft">{checkoutMessages.successText}</p>
      <ConfirmationEmailText email={email} />
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
    </section>
  );
}
