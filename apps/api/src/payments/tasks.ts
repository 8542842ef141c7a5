import { z } from 'zod';
import type { Tasks } from '#platform/tasks.ts';
import { completeRefund } from './complete-refund.ts';
import { findOpenRefund, hurryPayments, updateRefundError } from './queries.ts';

const Job = z.object({ refundId: z.uuid() });

export const paymentTasks: Tasks = {
  /** Harmless when repeated: a refund that is done is left alone, and the provider knows ours by its id. */
  async refund_payment(payload, { db, provider }) {
    const refund = await findOpenRefund(db, Job.parse(payload).refundId);
    if (!refund) return;

    const { providerPaymentId: paymentId, amountMinor } = refund;
    try {
      const { id, status } = await provider.refund({ paymentId, refundId: refund.id, amountMinor });
      await completeRefund(db, refund, { status, providerRefundId: id });
      if (status === 'pending') throw new Error('The provider is still working on this refund.');
    } catch (error) {
      await updateRefundError(db, refund.id, String(error));
      throw error;
    }
  },

  async hurry_payments(_payload, { db }) {
    await hurryPayments(db);
  },
};
