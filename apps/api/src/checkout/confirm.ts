import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { CheckoutState, PaymentVerification, PlacedOrder } from '@shop/contracts/checkout/schema';
import { ProviderError, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Actor } from '#platform/http/access.ts';
import { finalizeWithProvider, type Paid, readPaid } from './finalize.ts';
import { findOwnCheckout } from './queries.ts';
import { checkoutNotFound, placedOrderOf, providerUnavailable, signatureInvalid } from './rules.ts';
import type { CheckoutTools } from './start.ts';

/** From the customer's own page. */
export async function confirmPayment(
  tools: CheckoutTools,
  actor: Actor,
  verification: PaymentVerification,
): Promise<PlacedOrder> {
  crashPoint('C6');
  const paid = await readPaid(tools.db, idsIn(verification));
  if (paid?.checkout.userId !== actor.id) throw checkoutNotFound();
  assertSigned(tools, verification);
  const placed = await finalizeUnlessPlaced(tools, verification, paid);
  crashPoint('C8');
  return placed;
}

/**
 * From the provider's hosted page, by a cross-site form without the customer's session: only the signature counts, and
 * the response does not name the order.
 */
export async function receivePayment(tools: CheckoutTools, verification: PaymentVerification) {
  assertSigned(tools, verification);
  await finalizeUnlessPlaced(tools, verification, await readPaid(tools.db, idsIn(verification)));
  return { received: true } as const;
}

/** The signature authenticates the ids the client sends; whether they are paid is decided by the provider's API. */
function assertSigned({ provider }: CheckoutTools, verification: PaymentVerification) {
  const signature = verification.razorpay_signature;
  if (!provider.isValidPaymentSignature({ ...idsIn(verification), signature })) throw signatureInvalid();
}

const idsIn = ({ razorpay_order_id: orderId, razorpay_payment_id: paymentId }: PaymentVerification) => ({
  orderId,
  paymentId,
});

async function finalizeUnlessPlaced(
  tools: CheckoutTools,
  verification: PaymentVerification,
  paid: Paid | undefined,
): Promise<PlacedOrder> {
  if (paid?.placed) return paid.placed;
  const { orderId, paymentId } = idsIn(verification);

  try {
    const payment = await tools.provider.fetchPayment(paymentId);
    if (payment.orderId !== orderId) throw signatureInvalid();
    return placedOrderOf(await finalizeWithProvider(tools, payment, paid));
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
