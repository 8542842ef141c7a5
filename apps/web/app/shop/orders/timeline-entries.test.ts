import { minor } from '@shop/contracts/common/money';
import type { Order } from '@shop/contracts/orders/schema';
import type { OrderMessage } from '@shop/contracts/support/conversation-schema';
import { expect, test } from 'vitest';
import { filterEntries, timelineFilter, timelineOf } from './timeline-entries.ts';

const id = '01890000-0000-7000-8000-000000000000';
const order: Order = {
  id,
  number: '7c41e2b9',
  userId: id,
  items: [],
  status: 'delivered',
  shippingAddress: { name: 'Mia', line1: '1', city: 'x', state: 'x', postalCode: '1', country: 'United States' },
  shippingMethod: 'standard',
  paymentMethod: 'card',
  paymentStatus: 'paid',
  subtotal: 662,
  tax: 52.96,
  shipping: 9.99,
  discount: 99.3,
  total: 625.65,
  discountCode: 'WELCOME15',
  terms: { taxPercent: 8, discountPercent: 15, chargeRate: 84 },
  charge: { amount: minor(5_255_460), currency: 'INR' },
  refunds: [{ id: 'refund', amount: minor(718_704), status: 'processed', at: '2026-11-10T11:20:00.000Z' }],
  trackingNumber: 'TRK48201937',
  promise: null,
  shipments: [
    {
      id: 'shipment',
      number: 1,
      carrier: 'UPS',
      trackingNumber: '1Z999',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
      items: [],
      shippedAt: '2026-11-04T16:05:00.000Z',
    },
  ],
  reachedAt: {
    pending: '2026-11-02T20:31:00.000Z',
    processing: '2026-11-03T09:12:00.000Z',
    shipped: '2026-11-04T16:05:00.000Z',
    delivered: '2026-11-09T14:15:00.000Z',
  },
  createdAt: '2026-11-02T20:31:00.000Z',
  updatedAt: '2026-11-09T14:15:00.000Z',
};
const messages: OrderMessage[] = [
  { id: 'reply', conversationId: 'c', fromStaff: true, excerpt: 'We’re sorry.', at: '2026-11-10T11:18:00.000Z' },
  { id: 'question', conversationId: 'c', fromStaff: false, excerpt: 'A chip.', at: '2026-11-09T18:42:00.000Z' },
];
const titles = (of: Order, about: OrderMessage[] = []) => timelineOf(of, about, 'Glint').map(({ title }) => title);

test('delivery, payments and messages of an order are one line of time, newest first', () => {
  expect(titles(order, messages)).toEqual([
    '$85.56 refunded',
    'Glint replied',
    'You wrote to us',
    'Delivered',
    'Shipped',
    'Processing',
    'Paid by card',
    'Order placed',
  ]);
});

test('a shipment links to the page of its carrier, the newest message to its conversation', () => {
  const entries = timelineOf(order, messages, 'Glint');

  expect(entries.find(({ key }) => key === 'shipment')).toMatchObject({
    text: 'UPS, Tracking number',
    link: { label: '1Z999', url: 'https://www.ups.com/track?tracknum=1Z999' },
  });
  expect(entries.find(({ key }) => key === 'reply')?.link?.url).toBe('/account/messages/c');
  expect(entries.find(({ key }) => key === 'question')?.link).toBeUndefined();
});

test('the timeline is filtered by delivery, payments or messages; an unknown filter shows everything', () => {
  const entries = timelineOf(order, messages, 'Glint');
  const shown = (value: string | null) => filterEntries(entries, timelineFilter(value)).length;

  expect([shown('delivery'), shown('payments'), shown('messages')]).toEqual([4, 2, 2]);
  expect([shown(null), shown('constructor')]).toEqual([8, 8]);
});

test('cash is paid with the delivery, and not before', () => {
  const cash: Order = { ...order, paymentMethod: 'cod', refunds: [] };

  expect(titles(cash).slice(0, 2)).toEqual(['Paid in cash', 'Delivered']);
  expect(titles({ ...cash, paymentStatus: 'pending', reachedAt: {}, shipments: [] })).toEqual(['Order placed']);
});

test('a free order has no payment, and a failed refund names its charge', () => {
  expect(titles({ ...order, total: 0, refunds: [] })).not.toContain('Paid by card');
  const refunds: Order['refunds'] = [{ id: 'r', amount: minor(500), status: 'failed', at: '2026-11-10T11:20:00.000Z' }];
  expect(titles({ ...order, refunds })[0]).toBe('Refund of ₹5.00 delayed');
});

test('a shipped order without shipments shows its tracking number', () => {
  const entry = timelineOf({ ...order, shipments: [] }, [], 'Glint').find(({ key }) => key === 'shipped');

  expect(entry?.text).toBe('Tracking number TRK48201937');
});
