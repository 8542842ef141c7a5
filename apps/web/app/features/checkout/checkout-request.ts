import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { Problem } from '@shop/contracts/common/problem';
import { errorMessage } from '#lib/forms/error-message.ts';

/** Why no order was placed: the message to show, and the code that selects the links beside it. */
export type CheckoutError = { message: string; code?: string };

export const addressMissing: CheckoutError = { message: checkoutMessages.addressMissing, code: 'address_missing' };

/** Shown at the address, not at the button: it is missing, or its postal code has to be corrected. */
export const isAddressError = ({ code }: CheckoutError) => code === addressMissing.code || code === 'address_invalid';

/** Also returned when the button is pressed before hydration; hidden where scripts run. */
export const needsScripts: CheckoutError = { message: checkoutMessages.needsJavaScript, code: 'needs_scripts' };

/** Rejections and a provider outage keep the API's message; internal errors get a generic one. */
export function checkoutErrorOf(problem: Pick<Problem, 'status' | 'code' | 'message'>): CheckoutError {
  const { code, message } = problem;
  if (code === 'provider_unavailable') return { message, code };
  if (code === 'invalid') return { message: checkoutMessages.createFailed };
  return { message: errorMessage(problem, checkoutMessages.createFailed), code };
}

/** The same request for the same quote has the same key: sent twice, it places one order. */
export const checkoutIdempotencyKey = (
  quoteKey: string,
  { addressId, paymentMethod, shippingMethod, amount }: CheckoutRequest,
) => [quoteKey, addressId, paymentMethod, shippingMethod, amount].join(':');

export type CheckoutRequest = { addressId: string; paymentMethod: string; shippingMethod: string; amount: number };

export const successPage = (orderId: string) => `/checkout/success/${orderId}`;
export const confirmingPage = (checkoutId: string) => `/checkout/${checkoutId}/confirming`;

/** With nothing to pay online, the order is placed without the provider's window. */
export const isPaidOnline = ({ paymentMethod, amount }: CheckoutRequest) => paymentMethod !== 'cod' && amount > 0;
