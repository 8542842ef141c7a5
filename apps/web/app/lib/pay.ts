import type { CheckoutStarted, PaymentProof, PlacedOrder } from '@shop/contracts/checkout';
import { checkoutMessages } from '@shop/contracts/checkout-texts';
import type { Problem } from '@shop/contracts/problem';
import { STORE_NAME } from '@shop/contracts/site';
import {
  type CheckoutRefusal,
  confirmingPage,
  isPaidOnline,
  refusalOf,
  successPage,
  type Wish,
  wishKey,
} from './checkout-wish.ts';
import { askForPayment, loadProvider, type PaymentOptions, ScriptFailed } from './payment-window.ts';

export type Paying = {
  /** Where the provider's script is. */
  script: string;
  wish: Wish;
  quoteKey: string;
  shopper: { name: string; email: string; phone: string | null };
  description: string;
};

/** Where to go now; or why one stays, and whether the next try is a new one: one that was never answered is not. */
export type PayOutcome = { to: string } | { refusal: CheckoutRefusal | undefined; answered: boolean };

const VIOLET = '#5b3a8c';
const PATIENCE_MS = 20_000;

const TIME_OVER: PayOutcome = { refusal: { message: checkoutMessages.timeOver }, answered: true };

/** From the button to the order. Nothing is held for a shopper whose browser cannot open the provider's window. */
export async function pay({ script, wish, quoteKey, shopper, description }: Paying): Promise<PayOutcome> {
  try {
    const provider = isPaidOnline(wish) ? await loadProvider(script) : undefined;
    const answer = await post<CheckoutStarted>('/payment/create-order', wish, {
      'idempotency-key': wishKey(quoteKey, wish),
    });
    if (!answer.ok) return { refusal: refusalOf(answer.problem), answered: answer.problem.status < 500 };
    if ('placed' in answer.value) return { to: successPage(answer.value.placed.orderId) };
    if (!provider) return stay(checkoutMessages.createFailed);

    const { order, key, checkoutId, secondsLeft } = answer.value;
    if (secondsLeft === 0) return TIME_OVER;
    const options: PaymentOptions = {
      key,
      order_id: order.id,
      amount: order.amount,
      currency: order.currency,
      name: STORE_NAME,
      description,
      prefill: {
        name: shopper.name,
        email: shopper.email,
        contact: shopper.phone ?? undefined,
        method: wish.paymentMethod,
      },
      notes: { address_id: wish.addressId },
      theme: { color: VIOLET },
      timeout: secondsLeft,
    };
    const paid = await askForPayment(provider, options);
    if (paid === 'dismissed') return { refusal: undefined, answered: true };
    if (paid === 'timed-out') return TIME_OVER;
    if (paid === 'failed') return { refusal: { message: checkoutMessages.paymentFailed }, answered: true };
    return await confirm(paid, checkoutId);
  } catch (error) {
    console.error(error);
    return stay(error instanceof ScriptFailed ? checkoutMessages.scriptFailed : checkoutMessages.failed);
  }
}

const stay = (message: string): PayOutcome => ({ refusal: { message }, answered: false });

/** Answers after which there will be no order, whoever else asks. */
const FINAL = ['signature_invalid', 'payment_disputed', 'payment_failed'];

/** The money may have moved: unless the shop says otherwise, the shopper waits for it on a page that finds out. */
async function confirm(proof: PaymentProof, checkoutId: string): Promise<PayOutcome> {
  const answer = await post<PlacedOrder>('/payment/verify', proof).catch(() => undefined);
  if (answer?.ok) return { to: successPage(answer.value.orderId) };
  if (answer && FINAL.includes(answer.problem.code)) return stay(answer.problem.message);
  if (answer?.problem.status === 404) return stay(checkoutMessages.verificationFailed);
  return { to: confirmingPage(checkoutId) };
}

type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer<T>> {
  const response = await fetch(`/api${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.ok) return { ok: true, value: await response.json() };
  return { ok: false, problem: await response.json() };
}
