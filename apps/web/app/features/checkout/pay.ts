import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { CheckoutStarted, PaymentVerification, PlacedOrder } from '@shop/contracts/checkout/schema';
import type { Problem } from '@shop/contracts/common/problem';
import {
  type CheckoutError,
  type CheckoutRequest,
  checkoutErrorOf,
  checkoutIdempotencyKey,
  confirmingPage,
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
const REQUEST_TIMEOUT_MS = 20_000;

const TIMED_OUT: PayResult = { error: { message: checkoutMessages.reservationExpired }, gotResponse: true };

/** Runs a checkout. Loads the provider's script first: no stock is reserved for a browser that cannot open it. */
export async function pay(payOptions: PayOptions): Promise<PayResult> {
  const { script, checkoutRequest, quoteKey, shopper, description, storeName } = payOptions;
  try {
    const provider = isPaidOnline(checkoutRequest) ? await loadProvider(script) : undefined;
    const result = await post<CheckoutStarted>('/payment/create-order', checkoutRequest, {
      'idempotency-key': checkoutIdempotencyKey(quoteKey, checkoutRequest),
    });
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
      theme: { color: VIOLET },
      timeout: secondsRemaining,
    };
    const paid = await openPaymentWindow(provider, options);
    if (paid === 'dismissed') return { error: undefined, gotResponse: true };
    if (paid === 'timed-out') return TIMED_OUT;
    if (paid === 'failed') return { error: { message: checkoutMessages.paymentFailed }, gotResponse: true };
    return await confirm(paid, checkoutId);
  } catch (error) {
    console.error(error);
    return failure(error instanceof ScriptLoadError ? checkoutMessages.scriptFailed : checkoutMessages.failed);
  }
}

const failure = (message: string): PayResult => ({ error: { message }, gotResponse: false });

/** Error codes after which no order will be placed. */
const FINAL = ['signature_invalid', 'payment_disputed', 'payment_failed'];

/** The payment may be captured: unless the API reports a final error, the shopper waits on the confirming page. */
async function confirm(verification: PaymentVerification, checkoutId: string): Promise<PayResult> {
  const result = await post<PlacedOrder>('/payment/verify', verification).catch(() => undefined);
  if (result?.ok) return { to: successPage(result.value.orderId) };
  if (result && FINAL.includes(result.problem.code)) return failure(result.problem.message);
  if (result?.problem.status === 404) return failure(checkoutMessages.verificationFailed);
  return { to: confirmingPage(checkoutId) };
}

type ApiResult<T> = { ok: true; value: T } | { ok: false; problem: Problem };

async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<ApiResult<T>> {
  const response = await fetch(`/api${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  if (response.ok) return { ok: true, value: await response.json() };
  return { ok: false, problem: await response.json() };
}
