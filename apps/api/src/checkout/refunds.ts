import { record } from '#audit/service.ts';
import { requestCreditNote } from '#invoices/service.ts';
import { notifyRefundCompleted, notifyRefundFailed } from '#notifications/service.ts';
import { removeUnitsLeft, setPaymentStatus } from '#orders/service.ts';
import {
  findOpenRefund,
  type RefundChange,
  recordRefund,
  recordRefundDifference,
  recordRefundRejection,
  refundsDiffer,
  retryRefund as requestAgain,
  updateRefundError,
} from '#payments/service.ts';
import { ProviderError, type ProviderPayment, type ProviderRefund } from '#platform/clients/payment-provider.ts';
import type { Db } from '#platform/database/db.ts';
import { errorMessage } from '#platform/database/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import type { CheckoutTools } from './start.ts';

/**
 * Requests a refund from the provider, or fetches its status. Idempotent: the receipt at the provider is our refund id.
 * A rejection is final, as a retry would not help; any other error is thrown, so that the job is retried.
 */
export async function carryOutRefund(tools: CheckoutTools, refundId: string) {
  const refund = await findOpenRefund(tools.db, refundId);
  if (!refund) return;
  try {
    await sendRefundToProvider(tools, refund);
  } catch (error) {
    // A refund that exists at the provider must not be made again, whatever the error is.
    if (error instanceof ProviderError && refund.providerRefundId === null)
      return storeRefundRejection(tools.db, refundId, error.message);
    await updateRefundError(tools.db, refundId, errorMessage(error));
    throw error;
  }
}

async function sendRefundToProvider({ db, provider }: CheckoutTools, refund: OpenRefund) {
  const { id: refundId, providerPaymentId: paymentId, providerRefundId, amountMinor } = refund;
  // Found by its id, or by its receipt among the payment's refunds; those made elsewhere are recorded along with it.
  await recordRefunds(
    db,
    providerRefundId ? [await provider.fetchRefund(providerRefundId)] : await provider.refundsOf(paymentId),
  );
  const unsent = await findOpenRefund(db, refundId);
  if (unsent?.providerRefundId === null)
    await recordRefunds(db, [await provider.createRefund({ paymentId, refundId, amountMinor })]);
  if (await findOpenRefund(db, refundId)) throw new Error(STILL_PENDING);
}
const STILL_PENDING = 'The provider is still working on this refund.';

type OpenRefund = NonNullable<Awaited<ReturnType<typeof findOpenRefund>>>;

/** Records the payment's refunds as they are at the provider, wherever they were made. */
export async function reconcileRefunds({ db, provider }: CheckoutTools, paymentId: string) {
  await recordRefunds(db, await provider.refundsOf(paymentId));
}

/** The same, only if the refunded sum differs. A remaining difference is listed. */
export async function reconcileRefundedSum(tools: CheckoutTools, payment: ProviderPayment) {
  if (!(await refundsDiffer(tools.db, payment))) return;
  await reconcileRefunds(tools, payment.id);
  await recordRefundDifference(tools.db, payment);
}

/** Each in one transaction with its effects. Ours, which have a receipt, come first: failed ones free their amount. */
async function recordRefunds(db: Db, refunds: ProviderRefund[]) {
  for (const refund of refunds.toSorted((a, b) => Number(a.receipt === null) - Number(b.receipt === null)))
    await db.transaction(async (tx) => applyRefundChange(tx, await recordRefund(tx, refund)));
}

const storeRefundRejection = (db: Db, refundId: string, message: string) =>
  db.transaction(async (tx) => applyRefundChange(tx, await recordRefundRejection(tx, refundId, message)));

async function applyRefundChange(tx: Db, change: RefundChange | undefined) {
  if (!change) return;
  const { refundId, status, orderId, paymentStatus, payer, isElsewhere } = change;
  if (orderId) await setPaymentStatus(tx, orderId, paymentStatus === 'refunded' ? 'refunded' : 'paid');
  if (orderId && isElsewhere && paymentStatus === 'refunded') await removeUnitsLeft(tx, orderId, refundId);
  if (orderId && status === 'processed') await requestCreditNote(tx, refundId);
  if (!payer) return;
  if (status === 'processed') await notifyRefundCompleted(tx, { refundId, ...payer });
  if (status === 'failed') await notifyRefundFailed(tx, { refundId, ...payer });
}

/** By staff. The customer is notified once the refund is processed. */
export async function retryRefund(tx: Db, actor: Actor, refundId: string) {
  const { id, paymentId, orderId, amountMinor, remainingBefore, currency } = await requestAgain(tx, refundId);
  if (orderId && amountMinor === remainingBefore) {
    await setPaymentStatus(tx, orderId, 'refunded');
    await removeUnitsLeft(tx, orderId, id);
  }
  await record(tx, actor, {
    action: 'refund.retry',
    entity: 'payment',
    entityId: paymentId,
    before: { refund: { id: refundId, status: 'failed' }, remaining: remainingBefore },
    after: { refund: { id, status: 'pending', amountMinor, currency }, remaining: remainingBefore - amountMinor },
  });
  return { id };
}
