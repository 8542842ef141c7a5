import { minor } from '@shop/contracts/common/money';
import { expect, test } from 'vitest';
import { type TimelineFilter, timelineFilterOf, timelineOf } from './order-timeline.tsx';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const at = (hour: number) => `2026-11-14T${String(hour).padStart(2, '0')}:00:00.000Z`;

const order: Parameters<typeof timelineOf>[0] = {
  timeline: [
    { from: null, to: 'pending', by: 'customer', name: 'Mia', at: at(9) },
    { from: 'pending', to: 'processing', by: 'system', name: null, at: at(10) },
    { from: 'processing', to: 'shipped', by: 'admin', name: 'Dev', at: at(12) },
  ],
  shipments: [
    { id: id(1), number: 1, carrier: 'UPS', trackingNumber: 'X1', trackingUrl: null, items: [], shippedAt: at(12) },
  ],
  payments: [
    {
      id: id(2),
      reference: 'pay_1',
      status: 'captured',
      amount: minor(100),
      currency: 'INR',
      at: at(9),
      refunds: [
        {
          id: id(3),
          amount: minor(50),
          status: 'processed',
          at: at(14),
          reason: 'A scratch',
          error: null,
          canRetry: false,
        },
      ],
    },
  ],
  emails: [{ id: id(4), subject: 'Shipped', to: 'mia@example.com', status: 'sent', error: null, at: at(12) }],
  notes: [{ id: id(5), body: 'Call first.', author: 'Dev', at: at(11) }],
};
const kinds = (filter?: TimelineFilter) => timelineOf(order, filter).map(({ kind }) => kind);

test('all entries are merged, newest first', () => {
  expect(kinds()).toEqual(['refund', 'email', 'status', 'shipment', 'note', 'status', 'payment', 'status']);
});

test('filters show shipments, payments or messages', () => {
  expect(kinds('shipping')).toEqual(['status', 'shipment']);
  expect(kinds('payment')).toEqual(['refund', 'payment']);
  expect(kinds('messages')).toEqual(['email', 'note']);
});

test('keys are unique', () => {
  const keys = timelineOf(order).map(({ key }) => key);

  expect(new Set(keys).size).toBe(keys.length);
});

test('an unknown filter shows everything', () => {
  expect(timelineFilterOf('payment')).toBe('payment');
  expect(timelineFilterOf('constructor')).toBeUndefined();
  expect(timelineFilterOf(null)).toBeUndefined();
});
