import { checkoutMessages } from '@shop/contracts/checkout-texts';
import type { Problem } from '@shop/contracts/problem';

/** Why nothing was ordered, for people; and the code by which the page knows where to send them. */
export type CheckoutError = { message: string; code?: string };

export const addressMissing: CheckoutError = { message: checkoutMessages.addressMissing, code: 'address_missing' };

/** Also told to whoever presses the button before the scripts have arrived; but where scripts run, it is not shown. */
export const needsScripts: CheckoutError = { message: checkoutMessages.needsJavaScript, code: 'needs_scripts' };

/** A refusal has words of its own, and so has a provider that is away. What went wrong at our side has the shop's. */
export function checkoutErrorOf({
  status,
  code,
  message,
}: Pick<Problem, 'status' | 'code' | 'message'>): CheckoutError {
  if (code === 'provider_unavailable') return { message, code };
  if (status >= 500 || code === 'invalid' || code === 'unexpected') return { message: checkoutMessages.createFailed };
  return { message, code };
}

/** The same wish about the same quote has the same key: sent twice, it is ordered once. */
export const checkoutIdempotencyKey = (
  quoteKey: string,
  { addressId, paymentMethod, shippingMethod, amount }: CheckoutRequest,
) => [quoteKey, addressId, paymentMethod, shippingMethod, amount].join(':');

export type CheckoutRequest = { addressId: string; paymentMethod: string; shippingMethod: string; amount: number };

export const successPage = (orderId: string) => `/checkout/success/${orderId}`;
export const confirmingPage = (checkoutId: string) => `/checkout/${checkoutId}/confirming`;

/** Where nothing is to be paid online, an order is placed without the provider's window. */
export const isPaidOnline = ({ paymentMethod, amount }: CheckoutRequest) => paymentMethod !== 'cod' && amount > 0;
