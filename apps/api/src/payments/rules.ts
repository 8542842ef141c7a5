import { formatCharge, type Minor, minimumCharge } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { RefundMethod } from '@shop/contracts/orders/constants';
import { DISPUTE_STATUSES } from '@shop/contracts/payments/constants';
import { needsConfirmation, type PaymentRateStatus, takesOnlinePayments } from '@shop/contracts/settings/payment-rate';
import { z } from 'zod';
import type { ProviderPayment, ProviderRefund } from '#platform/clients/payment-provider.ts';
import { DomainError } from '#platform/errors.ts';
import { PAYMENT_STATES } from './sql.ts';

/** The value of the `provider` columns. */
export const PROVIDER = 'razorpay';

const money = { id: z.string(), amount: z.number(), currency: z.string(), status: z.string() };

/** The provider's codes only: free text of a customer or bank is not stored. */
export const Dispute = z.object({
  ...money,
  payment_id: z.string(),
  reason_code: z.string().max(200).nullish(),
  phase: z.string().max(50).nullish(),
  respond_by: z.number().nullish(),
  created_at: z.number().nullish(),
});
export type DisputePayload = z.infer<typeof Dispute>;

/** An allowlist of the fields that are stored. The rest may be a name, a card, a phone number. */
export const WebhookMessage = z.object({
  event: z.string().max(100),
  created_at: z.number(),
  payload: z.object({
    payment: z.object({ entity: z.object({ ...money, order_id: z.string().nullish() }) }).optional(),
    refund: z.object({ entity: z.object({ ...money, payment_id: z.string() }) }).optional(),
    dispute: z.object({ entity: Dispute }).optional(),
  }),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** A week of attempts 2 minutes apart, so that no payment or refund is lost in a provider outage. */
export const MAX_RUNS = 5_000;

export type PaymentState = ProviderPayment['status'];

type ReportedPayment = Pick<ProviderPayment, 'status' | 'isVoided'>;

/** Captured, even if refunded since. */
const isReceived = (status: PaymentState) => status === 'captured' || status === 'refunded';

/**
 * Webhooks arrive late and out of order, but a status only moves forward. 'refunded' is set together with the refund,
 * never before: until the provider's refunds are recorded, a payment refunded there counts as captured.
 */
export function furthest(before: PaymentState | undefined, reported: ReportedPayment): PaymentState {
  if (reported.isVoided) return before && isReceived(before) ? before : 'failed';
  const now = reported.status === 'refunded' ? 'captured' : reported.status;
  return before && PAYMENT_STATES.indexOf(before) >= PAYMENT_STATES.indexOf(now) ? before : now;
}

type KnownRefund = { status: ProviderRefund['status']; providerRefundId: string | null };

/**
 * Whether the provider's report changes a refund. One that was processed can still fail, when a bank reverses it, but
 * is never pending again.
 */
export function canBecome(ours: KnownRefund, theirs: Pick<ProviderRefund, 'status'>) {
  if (ours.status === theirs.status) return ours.providerRefundId === null;
  return ours.status !== 'processed' || theirs.status === 'failed';
}

type StoredPayment = { status: PaymentState; amountMinor: Minor; currency: string };
type Theirs = StoredPayment & ReportedPayment;

/** Whether the store received the money, even if it was refunded since. */
export const wasReceived = ({ status, isVoided }: ReportedPayment) => !isVoided && isReceived(status);

/** How a payment at the provider differs from ours. A failed attempt is no difference, wherever it is recorded. */
export function differenceBetween(theirs: Theirs, ours: StoredPayment | undefined) {
  if (!wasReceived(theirs)) return undefined;
  if (!ours) return 'missed';
  if (theirs.amountMinor !== ours.amountMinor || theirs.currency !== ours.currency) return 'amount_differs';
  return isReceived(ours.status) ? undefined : 'missed';
}

/** Minor units of refunds that did not fail: all that exist at the provider, and those updated over a day ago. */
export type Refunded = { refundedMinor: Minor; refundedOverDayAgoMinor: Minor };

/** A refund at the provider that is missing here is a difference at once; one that is missing there, after a day. */
export function refundDifference(theirs: { refundedMinor: Minor }, ours: Refunded) {
  if (theirs.refundedMinor > ours.refundedMinor) return 'refunded_elsewhere';
  return theirs.refundedMinor < ours.refundedOverDayAgoMinor ? 'refund_missing' : undefined;
}

/** An unknown status counts as open, so that staff look at it. */
export const disputeStatus = (reported: string) => DISPUTE_STATUSES.find((status) => status === reported) ?? 'open';

/** For the operator, at startup and by `doctor`: an owner has neither set nor confirmed the exchange rate. */
export function rateWarning(terms: {
  paymentCurrency: string;
  paymentRate: number;
  paymentRateStatus: PaymentRateStatus;
}) {
  if (!needsConfirmation(terms)) return undefined;
  const charge = `a price of $1 is charged as ${terms.paymentRate} ${terms.paymentCurrency}`;
  return takesOnlinePayments(terms) ? charge : `no online payments are taken, because ${charge}`;
}

/** The provider refunds no less than its minimum. What is paid by other means can have any amount. */
export function assertRefundable(
  amountMinor: Minor,
  remainingMinor: Minor,
  currency: string,
  method: RefundMethod = 'provider',
) {
  const least = minimumCharge(currency);
  const formatAmount = (minor: Minor) => formatCharge(minor, currency);
  if (amountMinor > remainingMinor)
    throw refundError('refund_too_large', adminOrderMessages.refundTooLarge(formatAmount(remainingMinor)));
  if (method === 'provider' && amountMinor < least)
    throw refundError('refund_too_small', adminOrderMessages.refundTooSmall(formatAmount(least)));
}

const refundError = (code: string, message: string) =>
  new DomainError('conflict', code, message, { errors: [{ field: 'amount', message }] });
