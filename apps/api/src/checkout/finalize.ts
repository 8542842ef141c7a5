import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { removeBought } from '#cart/service.ts';
import type { Db } from '#db.ts';
import { notifyPaymentRefunded } from '#notifications/service.ts';
import { placeOrder } from '#orders/service.ts';
import { attachOrder, noteDifference, recordPayment, requestRefund } from '#payments/service.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { ProviderPayment } from '#platform/payment-provider.ts';
import type { CheckoutTools } from './open-at-provider.ts';
import {
  cancelNewerExpired,
  findFinalized,
  isAwaited,
  listCheckoutLines,
  listSiblings,
  lockPaidCheckout,
  updateCancelled,
  updateCompleted,
} from './queries-finalize.ts';
import { moveStock, redeemPromoAgain, updateReservations } from './queries-stock.ts';
import { decidePaymentOutcome, type FinalizeResult, finalizeResultOf } from './rules.ts';

/**
 * The one way money becomes an order. Proof of the shopper's page, message of the provider and our own asking all end
 * here, in any order and as often as they like: the checkout's row lets one in at a time, and the payment is new once.
 * What it is told of the payment is what the provider said when asked, never what a client claims.
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
      await placePaidOrder(tx, checkout, paymentId);
      if (!(await moveStock(tx, checkout.id, 'reserved', 'sold')))
        throw new Error(`Checkout ${checkout.id} is open, but its pieces are not reserved.`);
      return;
    case 'place_if_available':
      if (!(await placeExpired(tx, checkout, paymentId))) await refundCustomer(tx, checkout, paymentId, payment);
      return;
    case 'superseded':
      // What `cancelled` means for the answers: the payment was not needed, rather than too late.
      await updateCancelled(tx, checkout.id);
      return refundCustomer(tx, checkout, paymentId, payment);
    case 'refund':
      return refundCustomer(tx, checkout, paymentId, payment);
    case 'refunded_elsewhere':
      // Listed with its refunds, once they are recorded.
      return;
    default:
      await noteDifference(tx, outcome, payment);
  }
}

async function placePaidOrder(tx: Db, { id, cartId }: Checkout, paymentId: string) {
  const order = await placeOrder(tx, id, { status: 'paid' });
  await attachOrder(tx, paymentId, order.id);
  await updateCompleted(tx, id);
  await updateReservations(tx, id, 'claimed');
  if (cartId) await removeBought(tx, cartId, await listCheckoutLines(tx, id));
}

/** Code and pieces went back when the time was over. All of them are taken again, or the order is not made at all. */
async function placeExpired(tx: Db, checkout: Checkout, paymentId: string) {
  const { id: checkoutId, promoCodeId, userId } = checkout;
  try {
    await tx.transaction(async (attempt) => {
      await placePaidOrder(attempt, checkout, paymentId);
      await cancelNewerExpired(attempt, checkout);
      if (promoCodeId && !(await redeemPromoAgain(attempt, { promoCodeId, userId, checkoutId }))) throw new TooLate();
      if (!(await moveStock(attempt, checkoutId, 'available', 'sold'))) throw new TooLate();
    });
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

/** Money that the bank has only set aside is fetched first, if a checkout still waits for it. The rest goes back by itself. */
export async function finalizeWithProvider({ db, provider }: CheckoutTools, payment: ProviderPayment) {
  const awaited = payment.status === 'authorized' && (await isAwaited(db, payment));
  return finalizePayment(db, awaited ? await provider.capture(payment) : payment);
}
