import { OrderStatus } from '@shop/contracts/orders';
import fc from 'fast-check';

/** What the shop's books should say about one order, its pieces and its code. */
export type Model = {
  status: OrderStatus;
  paid: 'pending' | 'paid' | 'refunded';
  tracked: boolean;
  /** Of its history; each was told once on the page and once by mail. */
  steps: number;
  available: number;
  sold: number;
  received: number;
  codeUsed: number;
  refunds: number;
};
export type Terms = { method: 'card' | 'cod'; quantity: number; spare: number; withCode: boolean };

export type Command =
  | { what: 'set'; to: OrderStatus; by: 'admin' | 'customer' | 'system'; returnToStock: boolean }
  | { what: 'cancel'; by: 'owner' | 'stranger' | 'admin' }
  | { what: 'pay_again' | 'repeat_payment' | 'receive' | 'lose' | 'close_code' | 'open_code' };
export type Outcome = 'done' | 'refused' | 'hidden' | 'not_now';

const anyOf = <T extends string>(...values: T[]) => fc.constantFrom(...values);
export const terms: fc.Arbitrary<Terms> = fc.record({
  method: anyOf('card', 'cod'),
  quantity: fc.integer({ min: 1, max: 2 }),
  spare: fc.integer({ min: 0, max: 2 }),
  withCode: fc.boolean(),
});
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('set' as const),
      to: fc.constantFrom(...OrderStatus.options),
      by: anyOf('admin', 'admin', 'admin', 'customer', 'system'),
      returnToStock: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('cancel' as const), by: anyOf('owner', 'stranger', 'admin') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: anyOf('pay_again', 'repeat_payment', 'receive', 'lose', 'close_code', 'open_code'),
    }),
  },
);

export const begun = ({ method, quantity, spare, withCode }: Terms): Model => ({
  status: 'pending',
  paid: method === 'cod' ? 'pending' : 'paid',
  tracked: false,
  steps: 1,
  available: spare,
  sold: quantity,
  received: quantity + spare,
  codeUsed: withCode ? 1 : 0,
  refunds: 0,
});

/** The shop in sixty lines: what a command answers, and how the books read afterwards. `limit` is the code's. */
export function obey(
  terms: Terms,
  before: Model,
  limit: number | null,
  command: Command,
): [Outcome, Model, typeof limit] {
  const inHouse = before.status === 'pending' || before.status === 'processing';
  switch (command.what) {
    case 'receive':
      return ['done', { ...before, available: before.available + 1, received: before.received + 1 }, limit];
    case 'lose':
      if (before.available === 0) return ['done', before, limit];
      return ['done', { ...before, available: before.available - 1, received: before.received - 1 }, limit];
    case 'close_code':
      return ['done', before, before.codeUsed];
    case 'open_code':
      return ['done', before, null];
    case 'pay_again':
      return ['done', { ...before, refunds: before.refunds + (terms.method === 'cod' ? 0 : 1) }, limit];
    case 'repeat_payment':
      return ['done', before, limit];
    case 'cancel':
      if (command.by === 'stranger') return ['hidden', before, limit];
      return inHouse ? ['done', moved(terms, before, 'cancelled', false), limit] : ['refused', before, limit];
    case 'set': {
      if (command.to === before.status) return ['done', before, limit];
      const cancelling = command.to === 'cancelled';
      const may =
        command.by === 'admin' || (cancelling && (command.by === 'customer' ? inHouse : before.status === 'pending'));
      const reopening = before.status === 'cancelled';
      const lacks = before.available < terms.quantity || (terms.withCode && limit !== null && before.codeUsed >= limit);
      if (!may || (reopening && lacks)) return ['refused', before, limit];
      return ['done', moved(terms, before, command.to, command.returnToStock), limit];
    }
  }
}

function moved({ method, quantity, withCode }: Terms, before: Model, to: OrderStatus, returnToStock: boolean): Model {
  const after = { ...before, status: to, steps: before.steps + 1, tracked: before.tracked || to === 'shipped' };
  if (method === 'cod' && to === 'delivered') after.paid = 'paid';
  if (to === 'cancelled') {
    const returned = returnToStock || before.status === 'pending' || before.status === 'processing';
    after.sold -= quantity;
    if (returned) after.available += quantity;
    else after.received -= quantity;
    if (withCode) after.codeUsed -= 1;
    if (method === 'card' && before.paid === 'paid')
      Object.assign(after, { paid: 'refunded', refunds: before.refunds + 1 });
  }
  if (before.status === 'cancelled') {
    after.sold += quantity;
    after.available -= quantity;
    if (withCode) after.codeUsed += 1;
  }
  return after;
}
