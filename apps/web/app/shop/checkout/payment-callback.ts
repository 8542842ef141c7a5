import { redirect } from 'react-router';
import type { Route } from './+types/payment-callback';
import { confirmingPage } from './checkout-request.ts';
import { pageAfterPayment } from './payment-callback.server.ts';

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
