import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { removeBought } from '#cart/service.ts';
import { redeemDiscountCodeAgain } from '#discounts/service.ts';
import { sellReleased, sellReserved } from '#inventory/service.ts';
import { notifyPaymentRefunded } from '#notifications/service.ts';
import { placeOrder } from '#orders/service.ts';
import { attachOrder, noteDifference, recordPayment, requestRefund } from '#payments/service.ts';
import { countOrderPlaced } from '#platform/business-metrics.ts';
import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import {
  cancelNewerExpired,
  findFinalized,
  isAwaited,
  listCheckoutLines,
  listSiblings,
  lockPaidCheckout,
  updateCancelled,
  updateCompleted,
} from './finalize-queries.ts';
import type { CheckoutTools } from './open-at-provider.ts';
import { decidePaymentOutcome, type FinalizeResult, finalizeResultOf } from './rules.ts';

/**
 * The only place where a payment becomes an order. Payment verification, webhooks and reconciliation all end here, in
 * any order and any number of times: the checkout's row lock serializes them, and `justCaptured` is true once.
 * `payment` comes from the provider's API, never from a client.
 */
export function finalizePayment(db: Db, payment: ProviderPayment): Promise<FinalizeResult> {
  return db.transaction(async (tx) => {
    const checkout = payment.orderId ? await lockPaidCheckout(tx, payment.orderId) : undefined;
    if (!checkout) {
      await noteDifference(tx, 'unknown_order', payment);
      return { result: 'disputed' };
    }

    const { id: checkoutId, chargeRate: rate } = checkout;
    const { id, justCaptured } = await recordPayment(tx, { checkoutId, rate, payment });
    crashPoint('C7');
    if (justCaptured) await applyPaymentOutcome(tx, checkout, id, payment);
    return finalizeResultOf(await findFinalized(tx, id));
  });
}

type Checkout = NonNullable<Awaited<ReturnType<typeof lockPaidCheckout>>>;

async function applyPaymentOutcome(tx: Db, checkout: Checkout, paymentId: string, payment: ProviderPayment) {
  const siblings = checkout.status === 'expired' ? await listSiblings(tx, checkout.id) : [];
  const outcome = decidePaymentOutcome(checkout, payment, siblings);
  switch (outcome) {
    case 'place':
      countOrderPlaced(await placePaidOrder(tx, checkout, paymentId));
      return sellReserved(tx, checkout.id);
    case 'place_if_available':
      if (!(await placeExpired(tx, checkout, paymentId))) await refundCustomer(tx, checkout, paymentId, payment);
      return;
    case 'superseded':
      // With `cancelled` the response says that the payment was not needed, rather than too late.
      await updateCancelled(tx, checkout.id);
      return refundCustomer(tx, checkout, paymentId, payment);
    case 'refund':
      return refundCustomer(tx, checkout, paymentId, payment);
    case 'refunded_elsewhere':
      // The difference is listed when the refunds are recorded.
      return;
    default:
      await noteDifference(tx, outcome, payment);
  }
}

/** Returns the payment method, to be counted once the order cannot be rolled back to a savepoint any more. */
async function placePaidOrder(tx: Db, { id, cartId }: Checkout, paymentId: string) {
  const order = await placeOrder(tx, id, { status: 'paid' });
  await attachOrder(tx, paymentId, order.id);
  await updateCompleted(tx, id);
  if (cartId) await removeBought(tx, cartId, await listCheckoutLines(tx, id));
  return order.paymentMethod;
}

/** Code and stock were released on expiry. All of them are taken again, or the order is not placed. */
async function placeExpired(tx: Db, checkout: Checkout, paymentId: string) {
  const { id: checkoutId, discountCodeId, userId } = checkout;
  try {
    const method = await tx.transaction(async (attempt) => {
      const paymentMethod = await placePaidOrder(attempt, checkout, paymentId);
      await cancelNewerExpired(attempt, checkout);
      if (discountCodeId && !(await redeemDiscountCodeAgain(attempt, { discountCodeId, userId, checkoutId })))
        throw new TooLate();
      if (!(await sellReleased(attempt, checkoutId))) throw new TooLate();
      return paymentMethod;
    });
    countOrderPlaced(method);
    return true;
  } catch (error) {
    if (error instanceof TooLate) return false;
    throw error;
  }
}
class TooLate extends Error {}

async function refundCustomer(tx: Db, { userId }: Checkout, paymentId: string, { currency }: ProviderPayment) {
  const refund = await requestRefund(tx, paymentId, 'all', checkoutMessages.refundReason);
  if (refund)
    await notifyPaymentRefunded(tx, { refundId: refund.id, userId, amountMinor: refund.amountMinor, currency });
}

/** First captures an authorized payment that an open checkout awaits. The provider refunds uncaptured ones itself. */
export async function finalizeWithProvider({ db, provider }: CheckoutTools, payment: ProviderPayment) {
  const awaited = payment.status === 'authorized' && (await isAwaited(db, payment));
  return finalizePayment(db, awaited ? await provider.capture(payment) : payment);
}
