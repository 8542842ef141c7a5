import { expect, test } from 'vitest';
import { orderEmailTexts } from './order-messages.ts';

const order = { number: '1a2b3c4d', items: [{ name: 'Ring', quantity: 1 }], payOnDelivery: false };
const paragraphs = (totalCents: number, payOnDelivery = false) =>
  orderEmailTexts.order_placed({ ...order, totalCents, payOnDelivery }).paragraphs;

test('the order confirmation mentions the payment, unless the total is 0', () => {
  expect(paragraphs(10_799)).toContain('We’ve received your payment.');
  expect(paragraphs(10_799, true)).toContain('You’ll pay $107.99 in cash when your order arrives.');
  for (const payOnDelivery of [false, true])
    expect(paragraphs(0, payOnDelivery)).toEqual([
      expect.stringContaining('#1a2b3c4d'),
      '1 × Ring',
      'Total: $0.00',
      'We’ll email you when it ships.',
    ]);
});
