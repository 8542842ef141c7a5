import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { CheckoutState, PaymentVerification, PlacedOrder } from '@shop/contracts/checkout/schema';
import { ProviderError, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Actor } from '#platform/http/access.ts';
import { finalizeWithProvider } from './finalize.ts';
import { findFinalizedByProviderIds, ownsProviderOrder } from './finalize-queries.ts';
import type { CheckoutTools } from './open-at-provider.ts';
import { findOwnCheckout } from './queries.ts';
import { checkoutNotFound, finalizeResultOf, placedOrderOf, providerUnavailable, signatureInvalid } from './rules.ts';

/** From the customer's own page. */
export async function confirmPayment(
  tools: CheckoutTools,
  actor: Actor,
  verification: PaymentVerification,
): Promise<PlacedOrder> {
  crashPoint('C6');
  if (!(await ownsProviderOrder(tools.db, actor.id, verification.razorpay_order_id))) throw checkoutNotFound();
  const placed = await finalizeVerified(tools, verification);
  crashPoint('C8');
  return placed;
}

/**
 * From the provider's hosted page, by a cross-site form without the customer's session: only the signature counts, and
 * the response does not name the order.
 */
export async function receivePayment(tools: CheckoutTools, verification: PaymentVerification) {
  await finalizeVerified(tools, verification);
  return { received: true } as const;
}

/** The signature authenticates the ids the client sends; whether they are paid is decided by the provider's API. */
async function finalizeVerified(tools: CheckoutTools, verification: PaymentVerification) {
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = verification;
  if (!tools.provider.isValidPaymentSignature({ orderId, paymentId, signature })) throw signatureInvalid();
  return placedOrderOf(await findOrFinalize(tools, orderId, paymentId));
}

async function findOrFinalize(tools: CheckoutTools, orderId: string, paymentId: string) {
  const before = await findFinalizedByProviderIds(tools.db, orderId, paymentId);
  if (before?.orderId) return finalizeResultOf(before);

  try {
    const payment = await tools.provider.fetchPayment(paymentId);
    if (payment.orderId !== orderId) throw signatureInvalid();
    return await finalizeWithProvider(tools, payment);
  } catch (error) {
    // A webhook or the reconciliation finalizes it later; the page polls until then.
    if (error instanceof ProviderUnavailable) throw providerUnavailable(checkoutMessages.confirming);
    if (error instanceof ProviderError) throw signatureInvalid();
    throw error;
  }
}

/** For the page that polls for the payment, and for the one that leads to the provider's hosted page. */
export async function getCheckout({ db, provider }: CheckoutTools, actor: Actor, id: string): Promise<CheckoutState> {
  const checkout = await findOwnCheckout(db, actor.id, id);
  if (!checkout) throw checkoutNotFound();
  const { status, refunded, orderId, number, payable } = checkout;
  return {
    id,
    status,
    refunded,
    placed: orderId && number ? { orderId, number } : null,
    payable: payable && { ...payable, key: provider.keyId },
  };
}
