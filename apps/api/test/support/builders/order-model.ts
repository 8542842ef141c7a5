import { OrderStatus } from '@shop/contracts/orders/schema';
import fc from 'fast-check';

/** The expected state of one order, its stock and its discount code. */
export type Model = {
  status: OrderStatus;
  paid: 'pending' | 'paid' | 'refunded';
  tracked: boolean;
  /** Status history entries; each has one notification. */
  steps: number;
  /** One for each status change, and one for each shipment without a status change. */
  emails: number;
  /** Units in shipments. */
  shipped: number;
  available: number;
  sold: number;
  received: number;
  /** Units in the warehouse: available ones, and those of the order that have not been shipped. */
  onHand: number;
  /** The order is cancelled, and these units were shipped and not returned. */
  writtenOff: number;
  codeUsed: number;
  refunds: number;
};
export type Terms = { method: 'card' | 'cod'; quantity: number; spare: number; withCode: boolean };

export type Command =
  | { what: 'set'; to: OrderStatus; by: 'admin' | 'customer' | 'system'; returnToStock: boolean }
  | { what: 'cancel'; by: 'owner' | 'stranger' | 'admin' }
  | { what: 'ship'; units: number }
  | { what: 'pay_again' | 'repeat_payment' | 'receive' | 'lose' | 'close_code' | 'open_code' };
export type CommandResult = 'done' | 'refused' | 'hidden' | 'not_now';

const anyOf = <T extends string>(...values: T[]) => fc.constantFrom(...values);
export const terms: fc.Arbitrary<Terms> = fc.record({
  method: anyOf('card', 'cod'),
  quantity: fc.integer({ min: 1, max: 3 }),
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
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('ship' as const), units: fc.integer({ min: 1, max: 2 }) }),
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
  emails: 1,
  shipped: 0,
  available: spare,
  sold: quantity,
  received: quantity + spare,
  onHand: quantity + spare,
  writtenOff: 0,
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
  const isCancellable = isUnshipped(before.status) && before.shipped === 0;
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
    case 'ship': {
      const left = terms.quantity - before.shipped;
      if (!isUnshipped(before.status) || command.units > left) return ['refused', before, limit];
      return ['done', afterShipment(terms, before, command.units), limit];
    }
    case 'set': {
      if (command.to === before.status) return ['done', before, limit];
      const cancelling = command.to === 'cancelled';
      const isAllowed =
        command.by === 'admin' ||
        (cancelling && (command.by === 'customer' ? isCancellable : before.status === 'pending'));
      const reopening = before.status === 'cancelled';
      const lacksUnits = before.available < terms.quantity - restoredUnits(before, command.to);
      const isShort = lacksUnits || (terms.withCode && limit !== null && before.codeUsed >= limit);
      if (!isAllowed || (reopening && isShort)) return ['refused', before, limit];
      return ['done', afterTransition(terms, before, command.to, command.returnToStock), limit];
    }
  }
}

const isUnshipped = (status: OrderStatus) => status === 'pending' || status === 'processing';
const isShipped = (status: OrderStatus) => status === 'shipped' || status === 'delivered';
/** The customer has these units after all: they were written off, and no others are taken from the warehouse. */
const restoredUnits = (before: Model, to: OrderStatus) => (isShipped(to) ? before.writtenOff : 0);

const counted = (before: Model, delta: number): Model => ({
  ...before,
  available: before.available + delta,
  received: before.received + delta,
  onHand: before.onHand + delta,
});

function afterTransition(terms: Terms, before: Model, to: OrderStatus, returnToStock: boolean): Model {
  const { method, quantity, withCode } = terms;
  const after = { ...before, status: to, steps: before.steps + 1, emails: before.emails + 1 };
  after.tracked ||= isShipped(to);
  after.onHand += onHandChange(terms, before, to, returnToStock);
  if (to !== 'cancelled') after.shipped = isShipped(to) ? quantity : 0;
  // Cash is paid on delivery, so an order set back from delivered is unpaid again.
  if (method === 'cod' && to !== 'cancelled') after.paid = to === 'delivered' ? 'paid' : 'pending';
  if (to === 'cancelled') {
    after.writtenOff = returnToStock ? 0 : before.shipped;
    after.sold -= quantity;
    after.available += quantity - after.writtenOff;
    after.received -= after.writtenOff;
    if (withCode) after.codeUsed -= 1;
    if (method === 'card' && before.paid === 'paid')
      Object.assign(after, { paid: 'refunded', refunds: before.refunds + 1 });
  }
  if (before.status === 'cancelled') {
    const restored = restoredUnits(before, to);
    after.writtenOff = 0;
    after.sold += quantity;
    after.received += restored;
    after.available -= quantity - restored;
    if (withCode) after.codeUsed += 1;
  }
  return after;
}

/** The last units set the status to shipped, any others to processing. */
function afterShipment(terms: Terms, before: Model, units: number): Model {
  const shipped = before.shipped + units;
  const sent = { ...before, shipped, tracked: true, onHand: before.onHand - units };
  if (shipped === terms.quantity) return afterTransition(terms, sent, 'shipped', false);
  const steps = before.status === 'pending' ? before.steps + 1 : before.steps;
  return { ...sent, status: 'processing', steps, emails: before.emails + 1 };
}

/** Physical change, derived from the statuses and not from the stock counters. */
function onHandChange({ quantity }: Terms, before: Model, to: OrderStatus, returnToStock: boolean) {
  // Packed from the units in the warehouse, whether or not earlier ones were lost.
  if (before.status === 'cancelled' && isUnshipped(to)) return 0;
  const outside = before.status === 'cancelled' ? before.writtenOff : before.shipped;
  const outsideAfter = to === 'cancelled' ? (returnToStock ? 0 : before.shipped) : isShipped(to) ? quantity : 0;
  return outside - outsideAfter;
}
