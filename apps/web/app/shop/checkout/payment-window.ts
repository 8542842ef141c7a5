import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { verifyPayment } from '@shop/contracts/checkout/operations';
import type { PaymentVerification } from '@shop/contracts/checkout/schema';
import { submitOperation } from '#lib/browser-api.ts';
import { type CheckoutError, type CheckoutRequest, confirmingPage, isFinal, successPage } from './checkout-request.ts';
import type { Payment } from './payment.server.ts';

/** Options of the provider's checkout window. */
type WindowOptions = {
  key: string;
  order_id: string;
  amount: number;
  currency: string;
  name: string;
  description: string;
  prefill: { name: string; email: string; contact: string; method: string };
  notes: { address_id: string };
  /** Which payment methods the window offers. */
  method: Record<string, boolean>;
  theme: { color: string };
  /** Seconds after which the window closes by itself. */
  timeout: number;
  handler: (verification: PaymentVerification) => void;
  modal: { ondismiss: () => void };
};

type Provider = new (
  options: WindowOptions,
) => { open: () => void; on: (event: 'payment.failed', listener: () => void) => void };

declare global {
  interface Window {
    Razorpay?: Provider;
  }
}

/** Its message is shown. The page is not loaded again: the payment may be captured, and the cart empty. */
export class PaymentStopped extends Error {}

const SCRIPT_TIMEOUT_MS = 15_000;

/**
 * Loads the script on the first payment, once per document. Fails if the shopper's network or browser blocks it; it can be
 * retried.
 */
export function loadProvider(src: string): Promise<Provider> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new PaymentStopped(checkoutMessages.scriptFailed));
    };
    const timer = setTimeout(fail, SCRIPT_TIMEOUT_MS);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Razorpay) resolve(window.Razorpay);
      else fail();
    });
    script.src = src;
    document.head.append(script);
  });
}

const VIOLET = '#5b3a8c';
/** Timers are not exact: a window closed this close to its timeout counts as timed out. */
const TOLERANCE_MS = 1_000;

const TIMED_OUT: CheckoutError = { message: checkoutMessages.reservationExpired, code: 'reservation_expired' };

type Started = { checkoutId: string; payment: Payment; checkoutRequest: CheckoutRequest };

/** Leads on to the order once it is paid. Otherwise resolves with the error to show: none if the window was dismissed. */
export async function payInWindow(Razorpay: Provider, started: Started): Promise<CheckoutError | undefined> {
  const { order, key, name, description, prefill, secondsRemaining } = started.payment;
  const { paymentMethod, addressId } = started.checkoutRequest;
  if (secondsRemaining === 0) return TIMED_OUT;
  const reservedUntil = performance.now() + secondsRemaining * 1_000;
  let failed = false;
  const paid = await new Promise<PaymentVerification | undefined>((resolve) => {
    const payment = new Razorpay({
      key,
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      name,
      description,
      prefill: { ...prefill, method: paymentMethod },
      notes: { address_id: addressId },
      method: onlyMethod(paymentMethod),
      theme: { color: VIOLET },
      timeout: secondsRemaining,
      handler: resolve,
      modal: { ondismiss: () => resolve(undefined) },
    });
    // The window stays open for another attempt.
    payment.on('payment.failed', () => {
      failed = true;
    });
    payment.open();
  });
  if (paid) return confirm(paid, started.checkoutId);
  const remainingMs = reservedUntil - performance.now();
  if (remainingMs <= TOLERANCE_MS) return TIMED_OUT;
  // Rounded down: never longer than the items are reserved.
  const reservedMinutes = Math.floor(remainingMs / 60_000);
  return failed ? { message: checkoutMessages.paymentFailed, code: 'payment_failed', reservedMinutes } : undefined;
}

/** The method was chosen on the page: the window does not ask again. */
const onlyMethod = (chosen: string) =>
  Object.fromEntries([...PAYMENT_METHODS, 'emi', 'paylater'].map((method) => [method, method === chosen]));

/** The payment may be captured: unless the API reports a final error, the shopper waits on the confirming page. */
async function confirm(verification: PaymentVerification, checkoutId: string): Promise<never> {
  const result = await submitOperation<typeof verifyPayment>('POST /payment/verify', verification).catch(
    () => undefined,
  );
  if (result?.ok) return leaveFor(successPage(result.value.orderId));
  if (result && isFinal(result.problem)) throw new PaymentStopped(result.problem.message);
  if (result?.problem.status === 404) throw new PaymentStopped(checkoutMessages.verificationFailed);
  return leaveFor(confirmingPage(checkoutId));
}

/** By a full page load, to drop the provider's script, whatever the router does meanwhile. Pending until then. */
function leaveFor(page: string) {
  window.location.replace(page);
  return new Promise<never>(() => {});
}
