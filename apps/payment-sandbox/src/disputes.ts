import { z } from 'zod';
import type { Account } from './account.ts';
import { Dispute, freshId, unixNow } from './entities.ts';
import { ProviderError } from './errors.ts';
import type { Provider } from './provider.ts';
import type { Records } from './records.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

export const NewDispute = z.strictObject({
  payment_id: z.string(),
  amount: z.int().positive().optional(),
  reason_code: z.string().default('goods_or_services_not_received_or_partially_received'),
  reason_description: z.string().default('Goods or services not received or partially received'),
  phase: Dispute.shape.phase.default('chargeback'),
  respond_by: z.int().optional(),
});

/** The suffix of the raised event. `action_required` asks for more evidence and reopens the dispute. */
export const DisputeChange = z.enum(['under_review', 'action_required', 'won', 'lost', 'closed']);

export type Disputes = ReturnType<typeof createDisputes>;

export function createDisputes(records: Records, act: Provider['act'], account: Account) {
  return {
    create({ payment_id, amount, respond_by, ...about }: z.infer<typeof NewDispute>) {
      const payment = records.payment(payment_id);
      if (!payment.captured) throw new ProviderError('The payment status should be captured for action to be taken');
      const dispute: Dispute = {
        id: `disp_${freshId()}`,
        entity: 'dispute',
        payment_id,
        amount: amount ?? payment.amount,
        currency: payment.currency,
        amount_deducted: 0,
        gateway_dispute_id: `D${freshId()}`,
        ...about,
        respond_by: respond_by ?? unixNow() + WEEK_SECONDS,
        status: 'open',
        created_at: unixNow(),
      };
      act([{ what: 'dispute.created', dispute, payment, raise: ['payment.dispute.created'] }]);
      return dispute;
    },
    change(id: string, change: z.infer<typeof DisputeChange>) {
      const before = records.dispute(id);
      const status = change === 'action_required' ? 'open' : change;
      const amount_deducted = change === 'lost' ? before.amount : 0;
      const dispute: Dispute = { ...before, status, amount_deducted };
      const payment = records.payment(before.payment_id);
      account.credit(before.amount_deducted - amount_deducted);
      act([{ what: 'dispute.changed', dispute, payment, raise: [`payment.dispute.${change}`] }]);
      return dispute;
    },
  };
}
