import { describe, expect, test } from 'vitest';
import { assertExpected, assertMayChange, decideTransition, paymentAfter } from './status-rules.ts';

const line = (shipped: number, removed = 0) => ({ orderItemId: 'i', variantId: 'v', quantity: 3, shipped, removed });
const staff = { actor: 'admin', userId: 'grace' } as const;
const customer = { actor: 'customer', userId: 'ada' } as const;

describe('who may change a status', () => {
  const order = { status: 'shipped', paymentStatus: 'paid' } as const;

  test('a change of a status that the order no longer has is a conflict', () => {
    expect(() => assertExpected(order, 'shipped')).not.toThrow();
    expect(() => assertExpected(order)).not.toThrow();
    expect(() => assertExpected(order, 'processing')).toThrow(
      expect.objectContaining({ code: 'order_status_conflict' }),
    );
  });

  test('a customer cancels an order until it is shipped, and changes nothing else', () => {
    expect(() => assertMayChange({ ...order, status: 'processing' }, 'cancelled', customer)).not.toThrow();
    expect(() => assertMayChange(order, 'cancelled', customer)).toThrow(
      expect.objectContaining({ code: 'order_not_cancellable' }),
    );
    expect(() => assertMayChange(order, 'delivered', customer)).toThrow(
      expect.objectContaining({ code: 'transition_not_allowed' }),
    );
  });

  test.each(['cancelled', 'delivered'] as const)(
    'an order that is %s and refunded is packed again only by staff who may refund',
    (status) => {
      const refunded = { status, paymentStatus: 'refunded' } as const;
      expect(() => assertMayChange(refunded, 'processing', staff)).toThrow(
        expect.objectContaining({ code: 'forbidden' }),
      );
      expect(() => assertMayChange(refunded, 'processing', { ...staff, mayRefund: true })).not.toThrow();
    },
  );
});

describe('the units of an order', () => {
  const decide = (
    from: 'pending' | 'processing' | 'shipped' | 'cancelled',
    to: 'shipped' | 'delivered' | 'cancelled' | 'processing',
    lines = [line(0)],
    more = {},
  ) => decideTransition({ from, to, actor: 'admin', lines, returnToStock: false, ...more });

  test('are shipped with the order, without those shipped or refunded before', () => {
    expect(decide('pending', 'shipped', [line(1, 1)]).toShip).toEqual([{ orderItemId: 'i', quantity: 1 }]);
    expect(decide('pending', 'delivered').toShip).toEqual([{ orderItemId: 'i', quantity: 3 }]);
    expect(decide('shipped', 'delivered').toShip).toEqual([]);
    expect(decide('pending', 'processing').toShip).toEqual([]);
  });

  test('that were all refunded leave nothing to ship, unless others were shipped', () => {
    expect(() => decide('pending', 'shipped', [line(0, 3)])).toThrow(
      expect.objectContaining({ code: 'nothing_to_ship' }),
    );
    expect(decide('processing', 'shipped', [line(2, 1)]).toShip).toEqual([]);
  });

  test('that were shipped in part are not cancelled by the customer', () => {
    expect(() => decide('processing', 'cancelled', [line(1)], { actor: 'customer' })).toThrow(
      expect.objectContaining({ code: 'order_not_cancellable' }),
    );
  });

  test.each([
    ['pending', 'cancelled', 0, false, 'restocked'],
    ['processing', 'cancelled', 1, false, 'written_off'],
    ['processing', 'cancelled', 1, true, 'restocked'],
    ['shipped', 'cancelled', 0, false, 'written_off'],
    ['cancelled', 'processing', 0, false, 'reserved_again'],
    ['cancelled', 'shipped', 0, false, 'restored'],
    ['pending', 'shipped', 0, false, 'unchanged'],
  ] as const)('from %s to %s, with %i shipped (returned: %s), are %s', (from, to, shipped, returnToStock, stock) => {
    expect(decide(from, to, [line(shipped)], { returnToStock }).stock).toBe(stock);
  });

  test('of an order without shipments that was shipped by an earlier release have all left', () => {
    expect(decide('shipped', 'cancelled').shipped).toBe('all');
    expect(decide('processing', 'cancelled', [line(2)]).shipped).toEqual({ v: 2 });
    expect(decide('shipped', 'cancelled', [line(2, 1)]).shipped).toEqual({ v: 2 });
  });

  test('are in no shipment once the order is set back to be packed', () => {
    expect(decide('shipped', 'processing', [line(3)]).discardsShipments).toBe(true);
    expect(decide('shipped', 'delivered', [line(3)]).discardsShipments).toBe(false);
  });
});

test('cash is paid with the delivery, unless something was paid back', () => {
  const cash = { paymentMethod: 'cod', paymentStatus: 'pending' } as const;
  expect(paymentAfter(cash, 'delivered')).toBe('paid');
  expect(paymentAfter({ ...cash, paymentStatus: 'paid' }, 'shipped')).toBe('pending');
  expect(paymentAfter({ ...cash, paymentStatus: 'paid' }, 'shipped', true)).toBe('paid');
  expect(paymentAfter({ ...cash, paymentStatus: 'paid' }, 'cancelled')).toBe('paid');
});
