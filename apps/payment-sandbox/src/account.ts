import { z } from 'zod';
import { ProviderError } from './errors.ts';

/** The store's account at the provider; changed over the control port, restored by a restart or reset. */
export type Account = ReturnType<typeof openAccount>;

export const RefundOutcome = z.enum(['processed', 'pending', 'failed']);

export function openAccount(config: { webhookSecret: string }) {
  const initial = () => ({
    /** Status that a requested refund gets at once. `pending` refunds are finished over the control port. */
    refundOutcome: 'processed' as z.infer<typeof RefundOutcome>,
    /** Minor units available for refunds; null is unlimited. Captures add to it, refunds take from it. */
    balance: null as number | null,
    /** Signs new events. */
    webhookSecret: config.webhookSecret,
  });
  const state = initial();

  return {
    state,
    reset: () => void Object.assign(state, initial()),
    credit(amount: number) {
      if (state.balance !== null) state.balance += amount;
    },
    assertCovers(amount: number) {
      if (state.balance !== null && state.balance < amount)
        throw new ProviderError('Your account does not have enough balance to carry out the refund operation.');
    },
  };
}
