import { minor } from '@shop/contracts/common/money';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { expect, test } from 'vitest';
import { needsConfirmation, refundKey, shipKey } from './order-forms.ts';

const id = '01890000-0000-7000-8000-000000000001';
const at = '2026-11-01T12:00:00.000Z';
const refund = {
  id,
  amount: minor(500),
  status: 'pending',
  at,
  reason: 'A scratch',
  error: null,
  canRetry: false,
} as const;
const paymentOf = (refunds: number): AdminOrder['payments'][number] => ({
  id,
  reference: 'pay_1',
  status: 'captured',
  amount: minor(5_000),
  currency: 'INR',
  at,
  refunds: Array.from({ length: refunds }, () => refund),
});
const change = { from: null, to: 'pending', by: 'customer', name: 'Ada', at } as const;
const shipment = {
  id,
  number: 1,
  carrier: '',
  trackingNumber: 'TRK00000001',
  trackingUrl: null,
  items: [],
  shippedAt: at,
};

test('a refund form that is loaded again has the same key until a refund is stored', () => {
  const before = { id, payments: [paymentOf(1)] };

  expect(refundKey(structuredClone(before))).toBe(refundKey(before));
  expect(refundKey({ id, payments: [paymentOf(2)] })).not.toBe(refundKey(before));
  expect(refundKey({ ...before, id: id.replace('1890', '1891') })).not.toBe(refundKey(before));
});

test('a ship form has a key of its own after every shipment, also when shipments were discarded', () => {
  const keyOf = ([changes = 0, shipments = 0]: number[]) =>
    shipKey({ id, timeline: Array(changes).fill(change), shipments: Array(shipments).fill(shipment) });
  // Placed, shipped in two parcels, set back to processing, shipped in one, set back again.
  const states = [
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
    [5, 1],
    [6, 0],
  ];

  expect(new Set(states.map(keyOf)).size).toBe(states.length);
  expect(keyOf([2, 1])).toBe(keyOf([2, 1]));
});

test('only money, stock, discarded shipments, skipped orders and cancellations are confirmed', () => {
  const shipped = { kind: 'order', status: 'shipped', count: 1 } as const;
  const sent = [shipped, { kind: 'shipment', units: 2 } as const, { kind: 'email', count: 1 } as const];

  expect(needsConfirmation(sent)).toBe(false);
  expect(needsConfirmation([...sent, { kind: 'stock', change: 'returned', units: 1 }])).toBe(true);
  expect(needsConfirmation([...sent, { kind: 'deleted', what: 'shipment', count: 1 }])).toBe(true);
  expect(needsConfirmation([{ kind: 'order', status: 'cancelled', count: 1 }])).toBe(true);
});
