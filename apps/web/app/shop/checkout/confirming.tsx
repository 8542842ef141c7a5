import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { getCheckout } from '@shop/contracts/checkout/operations';
import { useEffect, useState } from 'react';
import { redirect, redirectDocument, useRevalidator } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/confirming';
import { confirmingPage, successPage } from './checkout-request.ts';

/** After a server error the page keeps polling. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const found = await apiFor(request).call(getCheckout, { params: { id: params.checkoutId } });
  if (!found.ok && found.problem.status < 500) throw redirect('/orders');
  if (!found.ok) return { refundText: undefined };
  const { placed, refunded, status } = found.value;
  // A new document, so that the header reloads its counts.
  if (placed) throw redirectDocument(successPage(placed.orderId));
  if (!refunded) return { refundText: undefined };
  return { refundText: status === 'cancelled' ? checkoutMessages.notNeeded : checkoutMessages.refunded };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, checkoutMessages.confirmingHeading);

const MIN_DELAY_MS = 1_000;
const MAX_DELAY_MS = 15_000;

/** Where a shopper waits whose payment may be captured. Survives a reload; polls with backoff. */
export default function ConfirmingPage({ loaderData: { refundText }, params }: Route.ComponentProps) {
  usePollingWithBackoff(refundText === undefined);
  const { confirmingHeading, refundedHeading, viewOrders, backHome } = checkoutMessages;
  return (
    <section className="page-width section-rhythm text-center">
      <h1 className="font-display text-h1">{refundText ? refundedHeading : confirmingHeading}</h1>
      <p role="status" className="mx-auto mt-4 max-w-[60ch] text-ink-soft">
        {refundText ?? <ConfirmingText />}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {!refundText && (
          <ButtonLink to={confirmingPage(params.checkoutId)} className="hidden noscript:inline-flex">
            {checkoutMessages.checkAgain}
          </ButtonLink>
        )}
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

const ConfirmingText = () => (
  <>
    <span className="noscript:hidden">{checkoutMessages.confirming}</span>
    <span className="hidden noscript:inline">{checkoutMessages.confirmingByHand}</span>
  </>
);

function usePollingWithBackoff(waiting: boolean) {
  const { revalidate, state } = useRevalidator();
  const [delay, setDelay] = useState(MIN_DELAY_MS);

  useEffect(() => {
    if (!waiting || state !== 'idle') return;
    const timer = setTimeout(() => {
      setDelay(Math.min(delay * 1.5, MAX_DELAY_MS));
      void revalidate();
    }, delay);
    return () => clearTimeout(timer);
  }, [waiting, state, delay, revalidate]);
}
