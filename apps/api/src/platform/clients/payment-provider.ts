import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Minor, minor } from '@shop/contracts/common/money';
import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type { BaseLogger } from 'pino';
import Razorpay from 'razorpay';
import { z } from 'zod';
import type { Config } from '#platform/config.ts';
import { configureHttp, throwLikeSdk } from './payment-http.ts';

const RESPONSE_TIMEOUT_MS = 5_000;
const FAILURES_IN_A_ROW = 5;
const BREAKER_OPEN_MS = 10_000;
const PAGE = 100;
/** Minutes: a payment authorized within five days is captured; we decide whether it becomes an order or is refunded. */
const CAPTURE_WITHIN = 7_200;

/** The provider is unreachable, failing, or sent an unexpected response. A later retry may succeed. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The provider understood the request and rejected it. */
export class ProviderError extends Error {
  override name = 'ProviderError';
}

const Payment = z
  .object({
    id: z.string(),
    order_id: z.string().nullish(),
    status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
    amount: z.coerce.number().int(),
    captured: z.boolean().nullish(),
    amount_refunded: z.coerce.number().int().nullish(),
    currency: z.string(),
    method: z.string().nullish(),
    error_description: z.string().nullish(),
  })
  .transform((payment) => ({
    id: payment.id,
    orderId: payment.order_id ?? null,
    status: payment.status,
    amountMinor: minor(payment.amount),
    /** Authorized, never captured, and released by the provider: reported as 'refunded', but never received by us. */
    isVoided: payment.status === 'refunded' && payment.captured === false,
    /** Refunds of any origin, pending ones included. */
    refundedMinor: minor(payment.amount_refunded ?? 0),
    currency: payment.currency,
    method: payment.method ?? null,
    failureReason: payment.error_description ?? null,
  }));
export type ProviderPayment = z.output<typeof Payment>;

const Order = z.object({ id: z.string(), amount: z.coerce.number(), currency: z.string() });
const Refund = z
  .object({
    id: z.string(),
    payment_id: z.string(),
    amount: z.coerce.number().int(),
    receipt: z.string().nullish(),
    // The provider's documentation also has 'reversed', for a refund that a bank has returned.
    status: z.enum(['pending', 'processed', 'failed', 'reversed']).default('processed'),
  })
  .transform(({ id, payment_id, amount, receipt, status }) => ({
    id,
    status: status === 'reversed' ? 'failed' : status,
    paymentId: payment_id,
    amountMinor: minor(amount),
    receipt: receipt ?? null,
  }));
export type ProviderRefund = z.output<typeof Refund>;

const list = <T extends z.ZodType>(schema: T) => z.object({ items: z.array(schema) }).transform(({ items }) => items);

/** What the SDK throws: not an Error. A request without a response has the status 0. */
const Failure = z.object({
  statusCode: z.number(),
  error: z.object({ description: z.string().default('') }).default({ description: '' }),
});
const failureIn = (error: unknown) => Failure.safeParse(error).data;

/** Unknown keys, a timeout, the same request in progress and rate limiting say nothing about the request itself. */
const INCONCLUSIVE_STATUSES = [401, 408, 409, 429];
/** Says nothing about the provider's health: `createPace` reacts to it. */
const isRateLimit = (error: unknown) => failureIn(error)?.statusCode === 429;
const isRejection = (error: unknown) => {
  const status = failureIn(error)?.statusCode ?? 0;
  return status >= 400 && status < 500 && !INCONCLUSIVE_STATUSES.includes(status);
};

export type PaymentProvider = ReturnType<typeof connectProvider>;

/** The only client of the payment provider, built on its SDK. */
export function connectProvider(
  { url, keyId, keySecret, webhookSecret, previousWebhookSecret }: Config['payment'],
  log: Pick<BaseLogger, 'warn'>,
) {
  const webhookSecrets = [webhookSecret, ...(previousWebhookSecret ? [previousWebhookSecret] : [])];
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const pace = createPace();
  const http = configureHttp(razorpay.api, { url, timeoutMs: RESPONSE_TIMEOUT_MS, onRateLimit: pace.slowDown });

  const createBreaker = () =>
    circuitBreaker(
      handleWhen((error) => !isRejection(error) && !isRateLimit(error)),
      { halfOpenAfter: BREAKER_OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW) },
    );
  /** Opening orders has its own: its failures must not keep payments from being captured, refunded and reconciled. */
  const [breaker, openingBreaker] = [createBreaker(), createBreaker()];

  /** Runs all of `work` within one timeout; a circuit breaker skips a provider that keeps failing. */
  async function callProvider<T>(work: () => Promise<T>, through = breaker): Promise<T> {
    if (!(await pace.takeTurn())) throw new ProviderUnavailable('The rate limit of the provider is reached.');
    try {
      return await wrap(through, timeout(RESPONSE_TIMEOUT_MS, TimeoutStrategy.Aggressive)).execute(work);
    } catch (error) {
      const message =
        failureIn(error)?.error.description || (error instanceof Error && error.message) || 'No response.';
      if (isRejection(error)) throw new ProviderError(message);
      if (!isBrokenCircuitError(error)) log.warn({ reason: message }, 'Unexpected response from the payment provider.');
      throw new ProviderUnavailable(message);
    }
  }

  const fetchPayment = (id: string) => callProvider(async () => Payment.parse(await razorpay.payments.fetch(id)));

  return {
    keyId,
    /** From the failures that opened it until a call succeeds again. */
    isCircuitOpen: () => [breaker, openingBreaker].some(({ state }) => state !== CircuitState.Closed),
    /** Verifies the signature that the checkout widget hands to the page, so that a client cannot forge a payment. */
    isValidPaymentSignature: ({
      orderId,
      paymentId,
      signature,
    }: {
      orderId: string;
      paymentId: string;
      signature: string;
    }) => isSigned(`${orderId}|${paymentId}`, signature, keySecret),
    /** Exactly one signature, of exactly these bytes. After a secret rotation, retries still use the previous one. */
    isValidWebhook: (body: Buffer, signatures: string[]) =>
      signatures.length === 1 && isSignedWithAny(body, signatures[0] ?? '', webhookSecrets),

    /** Our id is the receipt: an order that was requested before, and whose response was lost, is found by it. */
    openOrder: (request: { receipt: string; amountMinor: Minor; currency: string; requestedBefore: boolean }) =>
      callProvider(async () => {
        const { receipt, amountMinor: amount, currency } = request;
        const [found] = request.requestedBefore
          ? list(Order).parse(await razorpay.orders.all({ receipt, count: 1 }))
          : [];
        if (found?.amount === amount && found.currency === currency) return found;
        const capture_options = {
          automatic_expiry_period: CAPTURE_WITHIN,
          manual_expiry_period: CAPTURE_WITHIN,
          refund_speed: 'normal' as const,
        };
        const payment = { capture: 'automatic' as const, capture_options };
        return Order.parse(await razorpay.orders.create({ amount, currency, receipt, payment }));
      }, openingBreaker),

    fetchPayment,
    paymentsOf: (orderId: string) =>
      callProvider(async () => list(Payment).parse(await razorpay.orders.fetchPayments(orderId))),

    /** The provider may have captured it first by its own timer: it then rejects this, and the payment shows why. */
    async capture({ id, amountMinor, currency }: ProviderPayment) {
      try {
        return await callProvider(async () =>
          Payment.parse(await razorpay.payments.capture(id, amountMinor, currency)),
        );
      } catch (error) {
        if (error instanceof ProviderError) return fetchPayment(id);
        throw error;
      }
    },

    fetchRefund: (id: string) => callProvider(async () => Refund.parse(await razorpay.refunds.fetch(id))),
    refundsOf: (paymentId: string) =>
      callProvider(async () =>
        list(Refund).parse(await razorpay.payments.fetchMultipleRefund(paymentId, { count: PAGE })),
      ),

    /**
     * Our id is the receipt, by which `refundsOf` finds a refund whose response was lost, and the idempotency key of
     * the request, so that a repeated request makes one refund.
     */
    createRefund: (request: { paymentId: string; refundId: string; amountMinor: Minor }) =>
      callProvider(async () => {
        const { paymentId, refundId: receipt, amountMinor: amount } = request;
        const headers = { 'X-Refund-Idempotency': receipt };
        const { data } = await http
          .post(`/v1/payments/${encodeURIComponent(paymentId)}/refund`, { amount, receipt }, { headers })
          .catch(throwLikeSdk);
        return Refund.parse(data);
      }),

    /** All payments created in the period, page by page. */
    payments: (from: Date, to: Date) =>
      pages((skip) =>
        callProvider(async () =>
          list(Payment).parse(await razorpay.payments.all({ ...period(from, to), count: PAGE, skip })),
        ),
      ),
    /** All refunds created in the period, of payments of any age. */
    refunds: (from: Date, to: Date) =>
      pages((skip) =>
        callProvider(async () =>
          list(Refund).parse(await razorpay.refunds.all({ ...period(from, to), count: PAGE, skip })),
        ),
      ),
  };
}

async function* pages<T>(fetchPage: (skip: number) => Promise<T[]>) {
  for (let skip = 0; ; skip += PAGE) {
    const page = await fetchPage(skip);
    yield page;
    if (page.length < PAGE) return;
  }
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1_000);
const period = (from: Date, to: Date) => ({ from: seconds(from), to: seconds(to) });

const DEFAULT_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** After a 429: as many calls a second, until there was none for a minute. */
const CALLS_A_SECOND = 5;
const PACED_MS = 60_000;
/** A call that would wait longer is not made; together with its own timeout it ends within that of a checkout's request. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Adapts the calls of this process to the provider's rate limit: none until its `Retry-After`, then a token bucket of one.
 * Without a 429 nothing is delayed.
 */
function createPace() {
  let pausedUntil = 0;
  let pacedUntil = 0;
  let nextTurn = 0;

  return {
    slowDown(retryAfterSeconds: number | undefined) {
      const now = performance.now();
      const pause = retryAfterSeconds === undefined ? DEFAULT_PAUSE_MS : retryAfterSeconds * 1_000;
      pausedUntil = Math.max(pausedUntil, now + Math.min(pause, LONGEST_PAUSE_MS));
      pacedUntil = pausedUntil + PACED_MS;
    },
    /** Waits until a call may be made; false if that takes too long. */
    async takeTurn() {
      const now = performance.now();
      if (now >= pacedUntil) return true;
      const turn = Math.max(now, pausedUntil, nextTurn);
      if (turn - now > LONGEST_WAIT_MS) return false;
      nextTurn = turn + 1_000 / CALLS_A_SECOND;
      await setTimeout(turn - now);
      return true;
    },
  };
}

const HEX_SHA256 = /^[0-9a-f]{64}$/;

/** Constant-time comparison: timing must not reveal how much of a forged signature is correct. */
export function isSigned(text: string | Buffer, signature: string, secret: string) {
  const expected = createHmac('sha256', secret).update(text).digest();
  return HEX_SHA256.test(signature) && timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/** Checks every secret, even after a match: timing must not reveal which one matched. */
export const isSignedWithAny = (text: string | Buffer, signature: string, secrets: string[]) =>
  secrets.map((secret) => isSigned(text, signature, secret)).includes(true);
