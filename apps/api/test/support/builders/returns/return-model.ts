import type { ReturnOutcome, ReturnStatus } from '@shop/contracts/returns/constants';
import fc from 'fast-check';

type Units = { available: number; reserved: number; sold: number; received: number };
type Size = 'bought' | 'other';
type ReturnModel = {
  status: ReturnStatus;
  outcome: ReturnOutcome;
  units: number;
  received: number;
  /** The return whose exchange comes back; null: units as bought. */
  of: number | null;
  /** Its exchange is delivered. */
  delivered: boolean;
};

/** The expected state of one delivered order, of the size bought and of another size. */
export type Model = {
  status: 'shipped' | 'delivered' | 'cancelled';
  bought: Units;
  other: Units;
  returns: ReturnModel[];
};
export type Terms = { method: 'card' | 'cod'; quantity: number; spare: number; withCode: boolean };

/** `which` is a return, from the first one. */
export type Command =
  | { what: 'request'; units: number; outcome: ReturnOutcome; of: number | null }
  | { what: 'receive'; which: number; restocked: number; writtenOff: number }
  | { what: 'cancel' | 'authorize' | 'decline' | 'expire' | 'refund' | 'ship' | 'deliver'; which: number }
  | { what: 'staff_refund' | 'cancel_order' | 'set_shipped' | 'set_delivered' };

export const terms: fc.Arbitrary<Terms> = fc.record({
  method: fc.constantFrom('card', 'card', 'cod'),
  quantity: fc.integer({ min: 1, max: 4 }),
  spare: fc.integer({ min: 0, max: 3 }),
  withCode: fc.boolean(),
});

const which = fc.nat({ max: 4 });
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('request' as const),
      units: fc.integer({ min: 1, max: 2 }),
      outcome: fc.constantFrom('exchange' as const, 'refund' as const),
      of: fc.option(which),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('receive' as const),
      which,
      restocked: fc.nat({ max: 2 }),
      writtenOff: fc.nat({ max: 1 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('authorize' as const), which }) },
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constantFrom('refund' as const, 'ship' as const, 'deliver' as const), which }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constantFrom('cancel' as const, 'decline' as const, 'expire' as const),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('staff_refund', 'cancel_order', 'set_shipped', 'set_delivered', 'set_delivered'),
    }),
  },
);

/** A unit is exchanged and delivered, if there is another size. */
const EXCHANGED: Command[] = [
  { what: 'request', units: 1, outcome: 'exchange', of: null },
  { what: 'authorize', which: 0 },
  { what: 'receive', which: 0, restocked: 1, writtenOff: 0 },
  { what: 'ship', which: 0 },
  { what: 'deliver', which: 0 },
];

/** Half of the sequences begin with an exchange, so that its unit can be returned. */
export const sequenceOf = (length: number): fc.Arbitrary<Command[]> =>
  fc
    .tuple(fc.boolean(), fc.array(command, { minLength: length, maxLength: length }))
    .map(([exchanged, random]) => (exchanged ? [...EXCHANGED, ...random] : random));
/** Each is performed at once, the first one step by step. */
export const batches: fc.Arbitrary<Command[][]> = fc
  .tuple(fc.boolean(), fc.array(fc.array(command, { minLength: 2, maxLength: 4 }), { maxLength: 8 }))
  .map(([exchanged, random]) => (exchanged ? [...EXCHANGED.map((step) => [step]), ...random] : random));

export const initialModel = ({ quantity, spare }: Terms): Model => ({
  status: 'delivered',
  bought: { available: 0, reserved: 0, sold: quantity, received: quantity },
  other: { available: spare, reserved: 0, sold: 0, received: spare },
  returns: [],
});

const isOpenEarly = (status: ReturnStatus) => status === 'requested' || status === 'authorized';
const hasUnits = (status: ReturnStatus) => status === 'received' || status === 'completed';
const otherSize = (size: Size): Size => (size === 'bought' ? 'other' : 'bought');
/** What comes back with a return. It is exchanged for the other size. */
function returnedSize({ returns }: Pick<Model, 'returns'>, of: number | null): Size {
  const source = of === null ? undefined : returns[of];
  return source ? otherSize(returnedSize({ returns }, source.of)) : 'bought';
}
/** Units that can come back: those bought, or those of a delivered exchange. */
function returnableUnits({ returns }: Model, { quantity }: Terms, of: number | null) {
  const source = of === null ? undefined : returns[of];
  const sent = of === null ? quantity : source?.delivered ? source.received : 0;
  return returns.filter((each) => each.of === of).reduce((left, each) => left - claims(each), sent);
}
const claims = ({ status, units, received }: ReturnModel) =>
  isOpenEarly(status) ? units : hasUnits(status) ? received : 0;

/**
 * Reference model: the state after a command, or undefined if it is rejected. `isRefunded`: nothing of the payment
 * remains, which no new return may begin with.
 */
export function applyCommand(terms: Terms, before: Model, command: Command, isRefunded: boolean): Model | undefined {
  const blocks = before.returns.some((each) => isOpenEarly(each.status) || hasUnits(each.status));
  switch (command.what) {
    case 'request': {
      const { units, outcome, of } = command;
      const size = otherSize(returnedSize(before, of));
      const taken = outcome === 'exchange' ? units : 0;
      const isPossible = before.status === 'delivered' && !isRefunded && units <= returnableUnits(before, terms, of);
      if (!isPossible || taken > before[size].available) return undefined;
      const added = { status: 'requested' as const, outcome, units, received: 0, of, delivered: false };
      return { ...before, [size]: reserve(before[size], taken), returns: [...before.returns, added] };
    }
    case 'staff_refund':
      return before;
    case 'cancel_order':
      if (before.status === 'cancelled') return before;
      if (blocks) return undefined;
      return { ...before, status: 'cancelled', bought: restocked(before.bought, terms.quantity) };
    case 'set_shipped':
    case 'set_delivered': {
      const status = command.what === 'set_shipped' ? ('shipped' as const) : ('delivered' as const);
      if (before.status === status) return before;
      if (before.status === 'delivered' && blocks) return undefined;
      return {
        ...before,
        status,
        bought: before.status === 'cancelled' ? resold(before.bought, terms) : before.bought,
      };
    }
    default:
      return afterStep(terms, before, command);
  }
}

function afterStep(
  terms: Terms,
  before: Model,
  command: Exclude<Command, { units: number } | { what: `set_${string}` }>,
) {
  const place = 'which' in command ? command.which : -1;
  const current = before.returns[place];
  if (!current) return undefined;
  const { status, outcome, units } = current;
  const exchanged = outcome === 'exchange' ? units : 0;
  const back = returnedSize(before, current.of);
  const size = otherSize(back);
  const become = (next: Partial<ReturnModel>, changes: Partial<Model> = {}): Model => ({
    ...before,
    ...changes,
    returns: before.returns.with(place, { ...current, ...next }),
  });
  switch (command.what) {
    case 'authorize':
      return status === 'requested' ? become({ status: 'authorized' }) : undefined;
    case 'decline':
      if (status !== 'requested') return undefined;
      return become({ status: 'declined' }, { [size]: reserve(before[size], -exchanged) });
    case 'cancel':
      if (status === 'cancelled') return before;
      if (!isOpenEarly(status)) return undefined;
      return become({ status: 'cancelled' }, { [size]: reserve(before[size], -exchanged) });
    case 'expire':
      // The job passes over all others.
      if (status !== 'authorized') return before;
      return become({ status: 'expired' }, { [size]: reserve(before[size], -exchanged) });
    case 'receive': {
      const received = command.restocked + command.writtenOff;
      if (received === 0 || received > units) return undefined;
      const returned = writtenOff(restocked(before[back], received), command.writtenOff);
      if (status === 'expired') {
        // The units may be in another return since; the other size may be sold out.
        if (before.status !== 'delivered' || received > returnableUnits(before, terms, current.of)) return undefined;
        const isExchanged = outcome === 'exchange' && before[size].available >= received;
        return become(
          { status: 'received', received, outcome: isExchanged ? 'exchange' : 'refund' },
          { [back]: returned, ...(isExchanged && { [size]: reserve(before[size], received) }) },
        );
      }
      if (status !== 'authorized') return undefined;
      const released = outcome === 'exchange' ? units - received : 0;
      return become({ status: 'received', received }, { [back]: returned, [size]: reserve(before[size], -released) });
    }
    case 'refund':
      return status === 'received' && outcome === 'refund' ? become({ status: 'completed' }) : undefined;
    case 'ship': {
      if (status !== 'received' || outcome !== 'exchange') return undefined;
      const { reserved, sold } = before[size];
      const sent = { ...before[size], reserved: reserved - current.received, sold: sold + current.received };
      return become({ status: 'completed' }, { [size]: sent });
    }
    case 'deliver':
      if (status !== 'completed' || outcome !== 'exchange' || current.delivered) return undefined;
      return become({ delivered: true });
    default:
      return undefined;
  }
}

const reserve = (of: Units, units: number): Units => ({
  ...of,
  available: of.available - units,
  reserved: of.reserved + units,
});
const restocked = (of: Units, units: number): Units => ({
  ...of,
  available: of.available + units,
  sold: of.sold - units,
});
const writtenOff = (of: Units, units: number): Units => ({
  ...of,
  available: of.available - units,
  received: of.received - units,
});
/** An order that was restocked takes its units again. */
const resold = (of: Units, { quantity }: Terms): Units => restocked(of, -quantity);
