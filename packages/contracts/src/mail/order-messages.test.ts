import { expect, test } from 'vitest';
import { orderEmailTexts } from './order-messages.ts';

const ring = { name: 'Ring', options: ['US 6', 'Silver'], quantity: 1, unitPriceCents: 4_950 };
const order = { number: '1a2b3c4d', items: [ring], payOnDelivery: false, shippingAddress: [] as string[] };
const paragraphs = (totalCents: number, payOnDelivery = false) =>
  orderEmailTexts.order_placed({ ...order, totalCents, payOnDelivery }).paragraphs;

test('the order confirmation mentions the payment, unless the total is 0', () => {
  expect(paragraphs(10_799)).toContain('We’ve received your payment.');
  expect(paragraphs(10_799, true)).toContain('You’ll pay $107.99 in cash when your order arrives.');
  for (const payOnDelivery of [false, true])
    expect(paragraphs(0, payOnDelivery)).toEqual([
      expect.stringContaining('#1a2b3c4d'),
      '1 × Ring, US 6, Silver: $49.50',
      'Total: $0.00',
      'We’ll email you when it ships.',
    ]);
});

test('the order confirmation names options, line total, unit price of several units, and the address', () => {
  const texts = orderEmailTexts.order_placed({
    ...order,
    items: [{ ...ring, quantity: 2 }],
    totalCents: 9_900,
    shippingAddress: ['Ada', '12 Analytical Street', 'London'],
  });

  expect(texts.paragraphs).toContain('2 × Ring, US 6, Silver: $99.00 ($49.50 each)');
  expect(texts.paragraphs).toContain('Shipping address: Ada, 12 Analytical Street, London');
});

test('an order confirmation queued without prices has the items alone', () => {
  const items = [{ ...ring, options: [], unitPriceCents: null }];

  expect(orderEmailTexts.order_placed({ ...order, items, totalCents: 0 }).paragraphs).toContain('1 × Ring');
});

test('the email of a partial shipment names its items, carrier, number and link', () => {
  const { unitPriceCents: _, ...item } = { ...ring, quantity: 2 };
  const trackingUrl = 'https://example.com/1Z999';
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl };

  const { subject, paragraphs: texts } = orderEmailTexts.order_partly_shipped({
    number: order.number,
    items: [item],
    ...parcel,
  });

  expect(subject).toBe('Part of your order #1a2b3c4d is on its way');
  expect(texts).toEqual([
    'Part of your order #1a2b3c4d is on its way.',
    '2 × Ring, US 6, Silver',
    'Carrier: UPS',
    'Tracking number: 1Z999',
    `Track shipment: ${trackingUrl}`,
    'We’ll email you when the rest ships.',
  ]);
});
