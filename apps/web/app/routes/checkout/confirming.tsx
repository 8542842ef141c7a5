import { CheckoutState } from '@shop/contracts/checkout';
import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { pageTitle } from '@shop/contracts/site';
import { useEffect, useState } from 'react';
import { redirect, redirectDocument, useRevalidator } from 'react-router';
import { ButtonLink } from '#components/ui/button.tsx';
import { apiFor } from '#lib/api.server.ts';
import { successPage } from '#lib/checkout-wish.ts';
import type { Route } from './+types/confirming';

/** A shop that cannot say right now is asked again; what is known stays true meanwhile. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await apiFor(request).tryGet(`/checkouts/${encodeURIComponent(params.checkoutId)}`, CheckoutState);
  if (!found.ok && found.problem.status < 500) throw redirect('/orders');
  if (!found.ok) return { refusal: undefined };
  const { placed, refunded, status } = found.value;
  // A new document, so that the header counts anew.
  if (placed) throw redirectDocument(successPage(placed.orderId));
  if (!refunded) return { refusal: undefined };
  return { refusal: status === 'cancelled' ? checkoutMessages.notNeeded : checkoutMessages.refunded };
}

export const meta = () => [
  { title: pageTitle(checkoutMessages.confirmingHeading) },
  { name: 'robots', content: 'noindex' },
];

const SOONEST_MS = 1_000;
const LATEST_MS = 15_000;

/** Where a shopper waits whose money may have moved. It survives a reload, and asks ever less often. */
export default function ConfirmingPage({ loaderData: { refusal } }: Route.ComponentProps) {
  useAskingAgain(refusal === undefined);
  const { confirmingHeading, confirming, refundedHeading, viewOrders, backHome } = checkoutMessages;
  return (
    <section className="page-width section-rhythm text-center">
      <h1 className="font-display text-h1">{refusal ? refundedHeading : confirmingHeading}</h1>
      <p role="status" className="mx-auto mt-4 max-w-[60ch] text-ink-soft">
        {refusal ?? confirming}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/orders" look="secondary">
          {viewOrders}
        </ButtonLink>
        <ButtonLink to="/" look="quiet">
          {backHome}
        </ButtonLink>
      </div>
    </section>
  );
}

function useAskingAgain(waiting: boolean) {
  const { revalidate, state } = useRevalidator();
  const [pause, setPause] = useState(SOONEST_MS);

  useEffect(() => {
    if (!waiting || state !== 'idle') return;
    const timer = setTimeout(() => {
      setPause(Math.min(pause * 1.5, LATEST_MS));
      void revalidate();
    }, pause);
    return () => clearTimeout(timer);
  }, [waiting, state, pause, revalidate]);
}
