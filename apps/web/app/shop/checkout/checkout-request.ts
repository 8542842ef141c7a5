import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import type { setShippingMethod } from '@shop/contracts/cart/operations';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { receivePayment, startCheckout, verifyPayment } from '@shop/contracts/checkout/operations';
import type { ProblemOf } from '@shop/contracts/common/operation';
import type { GiftRequest } from '@shop/contracts/orders/gift-schema';
import type { DeliveryEstimate } from '@shop/contracts/settings/delivery';
import { errorMessage } from '#lib/forms/error-message.ts';
import type { AddressErrors } from './new-address.ts';

type CheckoutProblem = ProblemOf<typeof startCheckout | typeof setShippingMethod>;
type VerificationProblem = ProblemOf<typeof verifyPayment | typeof receivePayment>;

/** Those of the API, and of a payment that has not led to an order. */
export type CheckoutCode =
  | CheckoutProblem['code']
  | VerificationProblem['code']
  | 'payment_unverified'
  | 'reservation_expired';

/** Why no order was placed: the message to show, and the code that selects its place and the links beside it. */
export type CheckoutError = { message: string; code?: CheckoutCode; reservedMinutes?: number };

/** Where an error is shown: an error of the address there, any other one at the top of the page or at the button. */
export type CheckoutFailure = { error?: CheckoutError; address?: AddressErrors };

/** The address is missing, or its postal code has to be corrected. */
const ADDRESS_CODES: readonly CheckoutCode[] = ['address_missing', 'address_invalid'];

export const failureOf = (error: CheckoutError | undefined): CheckoutFailure =>
  error?.code && ADDRESS_CODES.includes(error.code) ? { address: { message: error.message, fields: {} } } : { error };

/** Shown at the top of the page: the payment itself did not succeed. */
const PAYMENT_CODES: readonly CheckoutCode[] = ['payment_failed', 'payment_unverified', 'reservation_expired'];

export const isPaymentError = ({ code }: CheckoutError) => code !== undefined && PAYMENT_CODES.includes(code);

/** Why the payment on the provider's hosted page led back to the checkout, by the value of `?payment=`. */
const RETURN_ERRORS = {
  failed: { message: checkoutMessages.paymentFailed, code: 'payment_failed' },
  unverified: { message: checkoutMessages.verificationFailed, code: 'payment_unverified' },
  expired: { message: checkoutMessages.reservationExpired, code: 'reservation_expired' },
} satisfies Record<string, CheckoutError>;

export const checkoutAfter = (result: keyof typeof RETURN_ERRORS) => `/checkout?payment=${result}`;

export const returnErrorOf = (result: string | null): CheckoutError | undefined =>
  Object.entries(RETURN_ERRORS).find(([name]) => name === result)?.[1];

/** Error codes of a verification after which no order will be placed. */
const FINAL_CODES: readonly VerificationProblem['code'][] = ['signature_invalid', 'payment_disputed', 'payment_failed'];

export const isFinal = ({ code }: Pick<VerificationProblem, 'code'>) => FINAL_CODES.includes(code);

/** Rejections and a provider outage keep the API's message; internal errors get a generic one. */
export function checkoutErrorOf(problem: Pick<CheckoutProblem, 'status' | 'code' | 'message'>): CheckoutError {
  const { code, message } = problem;
  if (code === 'provider_unavailable') return { message, code };
  if (code === 'invalid') return { message: checkoutMessages.createFailed };
  return { message: errorMessage(problem, checkoutMessages.createFailed), code };
}

/** The same request for the same quote has the same key: sent twice, it places one order. */
export const checkoutIdempotencyKey = (
  quoteKey: string,
  { addressId, paymentMethod, shippingMethod, amount, arrival, gift }: CheckoutRequest,
) =>
  [quoteKey, addressId, paymentMethod, shippingMethod, amount, arrival && arrivalText(arrival), gift && giftKey(gift)]
    .filter((part) => part !== undefined)
    .join(':');

/** FNV-1a: keys are short, and the API rejects a key that is used for another request. */
function giftKey(gift: GiftRequest) {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(gift)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

export type CheckoutRequest = {
  addressId: string;
  paymentMethod: string;
  shippingMethod: string;
  amount: number;
  /** The dates on the page. */
  arrival?: DeliveryEstimate;
  gift?: GiftRequest;
};

const arrivalText = ({ earliest, latest }: DeliveryEstimate) => `${earliest}/${latest}`;
const arrivalField = (shippingMethod: string) => `arrival-${shippingMethod}`;

/** Of the form, for each shipping method: the shopper agrees to the dates of the chosen one. */
export const arrivalFields = (arrivals: Record<(typeof SHIPPING_METHODS)[number], DeliveryEstimate>) =>
  SHIPPING_METHODS.map((method) => ({ name: arrivalField(method), value: arrivalText(arrivals[method]) }));

function readArrival(text: string): DeliveryEstimate | undefined {
  const [earliest, latest] = text.split('/');
  return earliest && latest ? { earliest, latest } : undefined;
}

export const readCheckoutRequest = (text: (name: string) => string): CheckoutRequest => ({
  addressId: text('addressId'),
  paymentMethod: text('paymentMethod'),
  shippingMethod: text('shippingMethod'),
  amount: Number(text('amount')),
  arrival: readArrival(text(arrivalField(text('shippingMethod')))),
  ...(text('isGift') && { gift: { recipient: text('giftRecipient'), message: text('giftMessage') } }),
});

export const successPage = (orderId: string) => `/checkout/success/${orderId}`;
/** From which a browser without JavaScript goes to the provider's hosted page. */
export const payPage = (checkoutId: string) => `/checkout/${checkoutId}/pay`;
export const confirmingPage = (checkoutId: string) => `/checkout/${checkoutId}/confirming`;

/** With nothing to pay online, the order is placed without the provider's window. */
export const isPaidOnline = ({ paymentMethod, amount }: CheckoutRequest) => paymentMethod !== 'cod' && amount > 0;
