import { receivePayment } from '@shop/contracts/checkout/operations';
import { redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { log } from '#lib/log.server.ts';
import type { Route } from './+types/payment-callback';
import { checkoutAfter, confirmingPage, isFinal } from './checkout-request.ts';

/**
 * Where the provider's hosted page returns to. A route without a page, so that the router accepts its form from another
 * site; it uses neither the session nor the origin. The pages it leads to require the session as always.
 */
export async function action({ request, params, url }: Route.ActionArgs) {
  return redirect(isCancelled(url) ? '/checkout' : await pageAfterPayment(request, params.checkoutId), 303);
}

/** A repeated or typed URL: changes nothing. */
export const loader = ({ params, url }: Route.LoaderArgs) =>
  redirect(isCancelled(url) ? '/checkout' : confirmingPage(encodeURIComponent(params.checkoutId)));

const isCancelled = (url: URL) => url.searchParams.has('cancelled');

const VERIFICATION_FIELDS = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'];

/**
 * The page to show after the provider's hosted page has sent its result. The payment may be captured: unless the API
 * reports a final error, it is the confirming page, which leads on to the order.
 */
async function pageAfterPayment(request: Request, checkoutId: string) {
  const form = await formOf(request);
  if ([...form.keys()].some((name) => name.startsWith('error['))) return checkoutAfter('failed');

  const verification = Object.fromEntries(VERIFICATION_FIELDS.map((name) => [name, String(form.get(name) ?? '')]));
  const result = await apiFor(withoutSession(request)).call(receivePayment, { body: verification });
  if (result.ok) return confirmingPage(encodeURIComponent(checkoutId));

  const { code, status, requestId } = result.problem;
  log.warn({ code, status, requestId }, 'a payment of the hosted page was not confirmed');
  if (code === 'payment_failed') return checkoutAfter('failed');
  const isRejected = isFinal(result.problem) || status === 422;
  return isRejected ? checkoutAfter('unverified') : confirmingPage(encodeURIComponent(checkoutId));
}

/** Who sends the form is irrelevant, and the API rejects cookies from another site. */
function withoutSession({ url, headers, signal }: Request) {
  const others = [...headers].filter(([name]) => !['cookie', 'origin', 'referer'].includes(name));
  return new Request(url, { headers: others, signal });
}
