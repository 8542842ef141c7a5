import { setShippingMethod } from '@shop/contracts/cart/operations';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { startCheckout } from '@shop/contracts/checkout/operations';
import { createAddress, getCurrentUser } from '@shop/contracts/identity/operations';
import { data, redirect, redirectDocument } from 'react-router';
import { type Api, apiFor } from '#lib/api.server.ts';
import { acceptsHtml, readForm } from '#lib/forms/form.server.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import { cartChanges, errorResult, pathAfterChange, successResult } from '#shop/cart/cart-actions.server.ts';
import { type CartActionResult, CartIntent } from '#shop/cart/cart-forms.ts';
import {
  type CheckoutError,
  type CheckoutFailure,
  type CheckoutRequest,
  checkoutErrorOf,
  checkoutIdempotencyKey,
  failureOf,
  payPage,
  readCheckoutRequest,
  successPage,
} from './checkout-request.ts';
import {
  type AddressErrors,
  addressErrorsOf,
  addressUnsaved,
  findAddedAddress,
  findSameAddress,
  NEW_ADDRESS,
  newAddressOf,
  readTypedAddress,
  type TypedAddress,
} from './new-address.ts';
import { getPayment, type Payment } from './payment.server.ts';

type Text = (name: string) => string;

/** What the page shows again after a submission that did not end in an order. */
export type CheckoutActionResult = CartActionResult & {
  failure?: CheckoutFailure;
  checkoutRequest?: CheckoutRequest;
  typedAddress?: TypedAddress;
  /** The same key again if it is not known whether the order was placed. */
  quoteKey?: string;
  /** To be paid in the provider's window. */
  started?: { checkoutId: string; payment: Payment; checkoutRequest: CheckoutRequest };
};

const reply = (result: CheckoutActionResult, status: number, cookies: string[] = []) =>
  data(result, withCookies({ status }, cookies));

/** Longer than the API waits for the provider: a request that is given up cannot be repeated while it is under way. */
const START_DEADLINE_MS = 8_000;

const DiscountIntent = CartIntent.extract(['discount', 'remove-discount']);

export async function submitCheckoutForm(request: Request) {
  const text = await readForm(request);
  const api = apiFor(request, { deadlineMs: START_DEADLINE_MS });
  const discount = DiscountIntent.safeParse(text('intent'));
  return discount.success
    ? changeDiscount(api, text, discount.data, acceptsHtml(request))
    : submitCheckout(api, text, acceptsHtml(request));
}

/** The discount code, of a form beside the checkout. */
async function changeDiscount(api: Api, text: Text, intent: CartIntent, isNativeForm: boolean) {
  const result = await cartChanges[intent](api, text);
  if (!result.ok) return reply(errorResult(intent, result.problem, text), result.problem.status);
  if (isNativeForm) throw redirect(pathAfterChange(intent, result.value, '/checkout'));
  return reply(successResult(intent, result.value, text), 200);
}

/**
 * Saves a new address, places orders with cash on delivery or nothing to pay, and returns what the provider's window needs
 * for others: a form submitted without JavaScript is led to the provider's hosted page instead. Whatever happens, the page
 * keeps what was entered, and a saved address is selected.
 */
async function submitCheckout(api: Api, text: Text, isNativeForm: boolean) {
  const submitted = readCheckoutRequest(text);
  const typedAddress = submitted.addressId === NEW_ADDRESS ? readTypedAddress(text) : undefined;
  const intent = text('intent');
  if (intent === 'shipping' || submitted.shippingMethod !== text('quotedShippingMethod')) {
    const changed = await api.submit(setShippingMethod, { method: submitted.shippingMethod });
    // The total that is displayed is no longer the one that would be charged.
    const error: CheckoutError | undefined = intent
      ? undefined
      : { message: checkoutMessages.priceChanged, code: 'price_changed' };
    const failure = changed.ok ? { error } : failureOf(checkoutErrorOf(changed.problem));
    return reply({ failure, checkoutRequest: submitted, typedAddress }, changed.ok ? 200 : changed.problem.status);
  }

  const addressId = typedAddress ? await saveAddress(api, typedAddress) : submitted.addressId;
  if (typeof addressId !== 'string')
    return reply({ failure: { address: addressId }, checkoutRequest: submitted, typedAddress }, 422);
  const checkoutRequest = { ...submitted, addressId };
  if (intent === 'address') return reply({ checkoutRequest }, 200);

  const fail = (error: CheckoutError, status: number) =>
    reply(
      { failure: failureOf(error), checkoutRequest, quoteKey: status >= 500 ? text('quoteKey') : undefined },
      status,
    );
  const result = await placeOrder(api, checkoutRequest, text('quoteKey'));
  if (!result.ok) return fail(checkoutErrorOf(result.problem), result.problem.status);
  const { value, cookies } = result;
  const { checkoutId } = value;
  if ('placed' in value) throw redirectDocument(successPage(value.placed.orderId), withCookies({}, cookies));
  if (isNativeForm) throw redirect(payPage(checkoutId), withCookies({}, cookies));
  const started = { checkoutId, payment: await getPayment(api, checkoutId), checkoutRequest };
  return reply({ checkoutRequest, started }, 200, cookies);
}

async function placeOrder(api: Api, checkoutRequest: CheckoutRequest, quoteKey: string) {
  const order = () =>
    api.submit(startCheckout, checkoutRequest, { key: checkoutIdempotencyKey(quoteKey, checkoutRequest) });
  const first = await order();
  // The API may have processed the request. The idempotency key makes the retry safe.
  return !first.ok && first.problem.code === 'unavailable' ? order() : first;
}

/** The id of the saved address. */
async function saveAddress(api: Api, typed: TypedAddress): Promise<string | AddressErrors> {
  const { addresses } = await api.read(getCurrentUser);
  const same = findSameAddress(addresses, typed);
  if (same) return same.id;
  const result = await api.submit(createAddress, newAddressOf(typed, addresses));
  if (!result.ok) return addressErrorsOf(typed, result.problem);
  return findAddedAddress(addresses, result.value.addresses)?.id ?? addressUnsaved;
}
