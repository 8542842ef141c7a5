import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { startCheckout, verifyPayment } from '@shop/contracts/checkout/operations';
import type { PaymentVerification } from '@shop/contracts/checkout/schema';
import { submitOperation } from '#lib/browser-api.ts';
import {
  type CheckoutError,
  type CheckoutRequest,
  checkoutErrorOf,
  checkoutIdempotencyKey,
  confirmingPage,
  isFinal,
  isPaidOnline,
  successPage,
} from './checkout-request.ts';
import { loadProvider, openPaymentWindow, type PaymentOptions, ScriptLoadError } from './payment-window.ts';

export type PayOptions = {
  /** URL of the provider's script. */
  script: string;
  checkoutRequest: CheckoutRequest;
  quoteKey: string;
  shopper: { name: string; email: string; phone: string | null };
  description: string;
  /** Shown in the provider's window. */
  storeName: string;
};

/** Where to go; or the error, and whether the outcome is known: if not, the next attempt reuses the idempotency key. */
export type PayResult = { to: string } | { error: CheckoutError | undefined; gotResponse: boolean };

const VIOLET = '#5b3a8c';

const TIMED_OUT: PayResult = {
  error: { message: checkoutMessages.reservationExpired, code: 'reservation_expired' },
  gotResponse: true,
};

/** Runs a checkout. Loads the provider's script first: no stock is reserved for a browser that cannot open it. */
export async function pay(payOptions: PayOptions): Promise<PayResult> {
  const { script, checkoutRequest, quoteKey, shopper, description, storeName } = payOptions;
  try {
    const provider = isPaidOnline(checkoutRequest) ? await loadProvider(script) : undefined;
    const result = await submitOperation<typeof startCheckout>(
      'POST /payment/create-order',
      checkoutRequest,
      checkoutIdempotencyKey(quoteKey, checkoutRequest),
    );
    if (!result.ok) return { error: checkoutErrorOf(result.problem), gotResponse: result.problem.status < 500 };
    if ('placed' in result.value) return { to: successPage(result.value.placed.orderId) };
    if (!provider) return failure(checkoutMessages.createFailed);

    const { order, key, checkoutId, secondsRemaining } = result.value;
    if (secondsRemaining === 0) return TIMED_OUT;
    const options: PaymentOptions = {
      key,
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      name: storeName,
      description,
      prefill: {
        name: shopper.name,
        email: shopper.email,
        contact: shopper.phone ?? undefined,
        method: checkoutRequest.paymentMethod,
      },
      notes: { address_id: checkoutRequest.addressId },
      method: onlyMethod(checkoutRequest.paymentMethod),
      theme: { color: VIOLET },
      timeout: secondsRemaining,
    };
    const reservedUntil = performance.now() + secondsRemaining * 1_000;
    const paid = await openPaymentWindow(provider, options);
    if (paid === 'dismissed') return { error: undefined, gotResponse: true };
    if (paid === 'timed-out') return TIMED_OUT;
    if (paid === 'failed') return paymentFailed(reservedUntil);
    return await confirm(paid, checkoutId);
  } catch (error) {
    console.error(error);
    return failure(error instanceof ScriptLoadError ? checkoutMessages.scriptFailed : checkoutMessages.failed);
  }
}

/** The method was chosen on the page: the window does not ask again. */
const onlyMethod = (chosen: string) =>
  Object.fromEntries([...PAYMENT_METHODS, 'emi', 'paylater'].map((method) => [method, method === chosen]));

/** In whole minutes, rounded down: never longer than the items are reserved. */
function paymentFailed(reservedUntil: number): PayResult {
  const reservedMinutes = Math.floor((reservedUntil - performance.now()) / 60_000);
  return {
    error: { message: checkoutMessages.paymentFailed, code: 'payment_failed', reservedMinutes },
    gotResponse: true,
  };
}

const failure = (message: string): PayResult => ({ error: { message }, gotResponse: false });

/** The payment may be captured: unless the API reports a final error, the shopper waits on the confirming page. */
async function confirm(verification: PaymentVerification, checkoutId: string): Promise<PayResult> {
  const result = await submitOperation<typeof verifyPayment>('POST /payment/verify', verification).catch(
    () => undefined,
  );
  if (result?.ok) return { to: successPage(result.value.orderId) };
  if (result && isFinal(result.problem)) return failure(result.problem.message);
  if (result?.problem.status === 404) return failure(checkoutMessages.verificationFailed);
  return { to: confirmingPage(checkoutId) };
}
