import { z } from 'zod';
import { fetchPayment, processMessage } from '#payments/service.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { deleteOldKeys } from '#platform/http/idempotency.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { finalizeWithProvider } from './confirm.ts';
import { expireCheckouts } from './expire.ts';
import { compareWithProvider, reconcileCheckouts } from './reconcile.ts';
import { carryOutRefund, reconcileRefundedSum, reconcileRefunds } from './refunds.ts';

const Message = z.object({ eventId: z.string() });
const Refund = z.object({ refundId: z.uuid() });

export const checkoutTasks: Tasks = {
  /** A webhook only signals a change; the payment itself is fetched from the provider. */
  async process_webhook(payload, tools) {
    crashPoint('C11');
    const { db, provider } = tools;
    await processMessage(db, Message.parse(payload).eventId, async ({ paymentId, refundId }) => {
      const payment = paymentId && (await fetchPayment(db, provider, paymentId));
      if (payment) {
        await finalizeWithProvider(tools, payment);
        if (refundId) await reconcileRefunds(tools, payment.id);
        else await reconcileRefundedSum(tools, payment);
      }
      crashPoint('C12');
    });
  },
  refund_payment: (payload, tools) => carryOutRefund(tools, Refund.parse(payload).refundId),
  async expire_checkouts(_payload, { db }) {
    await expireCheckouts(db);
  },
  reconcile_checkouts: (_payload, tools) => reconcileCheckouts(tools),
  compare_payments: (_payload, tools) => compareWithProvider(tools),
  async delete_old_keys(_payload, { db }) {
    await deleteOldKeys(db);
  },
};
