import { expect, test } from 'vitest';
import { cents } from '../common/money.ts';
import { orderEmailTexts } from './order-messages.ts';

const ring = { name: 'Ring', options: ['US 6', 'Silver'], quantity: 2 };
const order = { number: '1a2b3c4d', payOnDelivery: false, firstName: '' };
const paragraphs = (total: number, payOnDelivery = false) =>
  orderEmailTexts('Glint').order_placed({ ...order, totalCents: cents(total), payOnDelivery }).paragraphs;

test('the order confirmation mentions the payment, unless the total is 0', () => {
  expect(paragraphs(10_799)).toContain('We’ve received your payment.');
  expect(paragraphs(10_799, true)).toContain('You’ll pay $107.99 in cash when your order arrives.');
  for (const payOnDelivery of [false, true])
    expect(paragraphs(0, payOnDelivery)).toEqual([
      expect.stringContaining('#1a2b3c4d'),
      'We’ll email you when it ships.',
    ]);
});

test('the order confirmation thanks a confirmed recipient by the first name', () => {
  const heading = (firstName: string) =>
    orderEmailTexts('Glint').order_placed({ ...order, totalCents: cents(9_900), firstName }).heading;

  expect([heading('Ada'), heading('')]).toEqual(['Thank you, Ada', 'Thank you for your order']);
});

test('the email of a partial shipment names its items, carrier, number and link', () => {
  const trackingUrl = 'https://example.com/1Z999';
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl };

  const { subject, paragraphs: texts } = orderEmailTexts('Glint').order_partly_shipped({
    number: order.number,
    items: [ring],
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
