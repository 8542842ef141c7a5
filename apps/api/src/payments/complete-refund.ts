import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import { findPayer, insertDifference, lockPayer, type RefundOutcome, updateRefund } from './queries.ts';

type Refund = { id: string; providerPaymentId: string; amountMinor: number };

/** What the provider made of a refund. Its payer hears of it once, when the money has left. */
export function completeRefund(db: Db, { id, providerPaymentId, amountMinor }: Refund, outcome: RefundOutcome) {
  return db.transaction(async (tx) => {
    // Users before refunds, as account deletion locks them.
    await lockPayer(tx, id);
    await updateRefund(tx, id, outcome);
    if (outcome.status === 'failed')
      await insertDifference(tx, 'refund_failed', outcome.providerRefundId, {
        paymentId: providerPaymentId,
        amountMinor,
      });
    const payer = outcome.status === 'processed' && (await findPayer(tx, id));
    if (!payer) return;
    const { email: to, userId, ...data } = payer;
    await queueMail(tx, { kind: 'refund_done', to, userId, orderId: data.orderId ?? undefined, key: id, data });
  });
}
