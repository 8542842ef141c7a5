import { OrderStatus } from '@shop/contracts/orders/schema';
import fc from 'fast-check';

/** The expected state of one order, its stock and its discount code. */
export type Model = {
  status: OrderStatus;
  paid: 'pending' | 'paid' | 'refunded';
  tracked: boolean;
  /** Status history entries; each has one notification and one email. */
  steps: number;
  available: number;
  sold: number;
  received: number;
  /** Units in the warehouse: available ones, and those of the order while it has not been shipped. */
  onHand: number;
  /** The order is cancelled, and its units were shipped and not returned. */
  writtenOff: boolean;
  codeUsed: number;
  refunds: number;
};
export type Terms = { method: 'card' | 'cod'; quantity: number; spare: number; withCode: boolean };

export type Command =
  | { what: 'set'; to: OrderStatus; by: 'admin' | 'customer' | 'system'; returnToStock: boolean }
  | { what: 'cancel'; by: 'owner' | 'stranger' | 'admin' }
  | { what: 'pay_again' | 'repeat_payment' | 'receive' | 'lose' | 'close_code' | 'open_code' };
export type CommandResult = 'done' | 'refused' | 'hidden' | 'not_now';

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

export const initialModel = ({ method, quantity, spare, withCode }: Terms): Model => ({
  status: 'pending',
  paid: method === 'cod' ? 'pending' : 'paid',
  tracked: false,
  steps: 1,
  available: spare,
  sold: quantity,
  received: quantity + spare,
  onHand: quantity + spare,
  writtenOff: false,
  codeUsed: withCode ? 1 : 0,
  refunds: 0,
});

/** Reference model: the result of a command and the state after it. `limit` is the usage limit of the discount code. */
export function applyCommand(
  terms: Terms,
  before: Model,
  limit: number | null,
  command: Command,
): [CommandResult, Model, typeof limit] {
  const isCancellable = isUnshipped(before.status);
  switch (command.what) {
    case 'receive':
      return ['done', counted(before, 1), limit];
    case 'lose':
      return ['done', before.available === 0 ? before : counted(before, -1), limit];
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
      return isCancellable
        ? ['done', afterTransition(terms, before, 'cancelled', false), limit]
        : ['refused', before, limit];
    case 'set': {
      if (command.to === before.status) return ['done', before, limit];
      const cancelling = command.to === 'cancelled';
      const isAllowed =
        command.by === 'admin' ||
        (cancelling && (command.by === 'customer' ? isCancellable : before.status === 'pending'));
      const reopening = before.status === 'cancelled';
      const lacksUnits = !isRestored(before, command.to) && before.available < terms.quantity;
      const isShort = lacksUnits || (terms.withCode && limit !== null && before.codeUsed >= limit);
      if (!isAllowed || (reopening && isShort)) return ['refused', before, limit];
      return ['done', afterTransition(terms, before, command.to, command.returnToStock), limit];
    }
  }
}

const isUnshipped = (status: OrderStatus) => status === 'pending' || status === 'processing';
const isShipped = (status: OrderStatus) => status === 'shipped' || status === 'delivered';
/** The customer has the units after all: they are the ones that were written off, not others from the warehouse. */
const isRestored = (before: Model, to: OrderStatus) => before.writtenOff && isShipped(to);

const counted = (before: Model, delta: number): Model => ({
  ...before,
  available: before.available + delta,
  received: before.received + delta,
  onHand: before.onHand + delta,
});

function afterTransition(terms: Terms, before: Model, to: OrderStatus, returnToStock: boolean): Model {
  const { method, quantity, withCode } = terms;
  const isReturned = returnToStock || isUnshipped(before.status);
  const after = { ...before, status: to, steps: before.steps + 1, tracked: before.tracked || to === 'shipped' };
  after.onHand += onHandChange(before, to, returnToStock) * quantity;
  // Cash is paid on delivery, so an order set back from delivered is unpaid again.
  if (method === 'cod' && to !== 'cancelled') after.paid = to === 'delivered' ? 'paid' : 'pending';
  if (to === 'cancelled') {
    after.writtenOff = !isReturned;
    after.sold -= quantity;
    if (isReturned) after.available += quantity;
    else after.received -= quantity;
    if (withCode) after.codeUsed -= 1;
    if (method === 'card' && before.paid === 'paid')
      Object.assign(after, { paid: 'refunded', refunds: before.refunds + 1 });
  }
  if (before.status === 'cancelled') {
    after.writtenOff = false;
    after.sold += quantity;
    if (isRestored(before, to)) after.received += quantity;
    else after.available -= quantity;
    if (withCode) after.codeUsed += 1;
  }
  return after;
}

/** Physical change, derived from the statuses and not from the stock counters: 1 came in, -1 went out, 0 none. */
function onHandChange(before: Model, to: OrderStatus, returnToStock: boolean) {
  const wasIn = isUnshipped(before.status) || (before.status === 'cancelled' && !before.writtenOff);
  const isIn = isUnshipped(to) || (to === 'cancelled' && (wasIn || returnToStock));
  // Reopened after it was lost: packed again from the units in the warehouse.
  if (before.writtenOff && isIn) return 0;
  return Number(isIn) - Number(wasIn);
}
