import { z } from 'zod';
import { ProviderError } from './errors.ts';

/** How the provider treats the shop's account; changed over the control port, back to this at a restart or reset. */
export type Account = ReturnType<typeof openAccount>;

export const RefundOutcome = z.enum(['processed', 'pending', 'failed']);

export function openAccount(config: { webhookSecret: string }) {
  const initial = () => ({
    /** What becomes of a refund as soon as it is asked for. `pending` ones wait to be finished over the control port. */
    refundOutcome: 'processed' as z.infer<typeof RefundOutcome>,
    /** Minor units refunds can be paid from; null is enough for all. Captures add to it, refunds take from it. */
    balance: null as number | null,
    /** Signs the events raised from now on. */
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
