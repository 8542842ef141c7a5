import { minor } from '@shop/contracts/common/money';
// @vitest-environment jsdom
import type { Order } from '@shop/contracts/orders/schema';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { createRoutesStub } from 'react-router';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { datesIn } from '#lib/dates.ts';
import { anOrder as order, tiara } from '../../../test/stub-order.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderSummary } from './order-summary.tsx';
import { statusSentence } from './status-sentence.ts';

afterEach(cleanup);

/** jsdom has no modal dialogs. */
beforeAll(() => Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} }));

/** The links of an order need a router. */
function show(page: ComponentType) {
  const Site = createRoutesStub([{ path: '/', Component: page }]);
  render(<Site />);
}

test('an order line with several units shows the unit price and the line total', () => {
  show(() => <OrderLines items={order.items} />);

  expect(screen.queryByText('2 × $279.00')).not.toBeNull();
  expect(screen.queryByText('$558.00')).not.toBeNull();
  for (const detail of ['Size: M', 'Tone: Gold', 'Quantity: 2']) expect(screen.queryByText(detail)).not.toBeNull();
});

test('an order line with one unit shows its price once', () => {
  show(() => <OrderLines items={[{ ...tiara, quantity: 1 }]} />);

  expect(screen.queryAllByText('$279.00')).toHaveLength(1);
  expect(screen.queryByText(/×/)).toBeNull();
});

test('an order line shows how many of its units are refunded', () => {
  show(() => <OrderLines items={[{ ...tiara, refunded: 1 }]} />);
  expect(screen.queryByText('1 refunded')).not.toBeNull();
  cleanup();

  show(() => <OrderLines items={order.items} />);
  expect(screen.queryByText(/refunded/)).toBeNull();
});

const summary = (changes: Partial<Order>) => {
  show(() => <OrderSummary order={{ ...order, ...changes }} />);
  return screen.getByRole('region', { name: 'Order summary' });
};

test('the summary of an order names its discount code and explains the total', () => {
  const text = summary({ terms: { taxPercent: 8, discountPercent: 10, chargeRate: 1 } }).textContent;

  expect(text).toContain('Discount (CRYSTAL10)-$55.80');
  expect(text).toContain('How this total is made');
  expect(text).toContain('$556.83 × 1.00');
});

test('the summary shows refunds in dollars and what remains paid, without failed ones', () => {
  const refunds: Order['refunds'] = [
    { id: 'first', amount: minor(500), status: 'processed', at: '2026-11-02T12:00:00.000Z' },
    { id: 'second', amount: minor(700), status: 'pending', at: '2026-11-03T12:00:00.000Z' },
    { id: 'third', amount: minor(900), status: 'failed', at: '2026-11-03T12:00:00.000Z' },
  ];
  const text = summary({ refunds }).textContent;

  expect(text).toContain('Refunded Nov 2, 2026-$5.00');
  expect(text).toContain('Refund in progress-$7.00');
  expect(text).toContain('Paid after refund$544.83');
  expect(text).not.toContain('$9.00');
});

test('an order without refunds has no amount after refund', () => {
  expect(summary({}).textContent).not.toContain('Paid after refund');
});

const help = '/orders/1/help';
const actionsOf = (changes: Partial<Order>) => {
  show(() => (
    <OrderActions order={{ ...order, ...changes }} cancelKey="key" helpUrl={help}>
      {null}
    </OrderActions>
  ));
  const names = [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map(
    ({ textContent }) => textContent,
  );
  cleanup();
  return names;
};

test('one action fits the status of an order, and help is always offered', () => {
  expect(actionsOf({ status: 'pending' })).toEqual(['Cancel order', 'Need help?']);
  expect(actionsOf({ status: 'processing' })).toEqual(['Cancel order', 'Need help?']);
  expect(actionsOf({ status: 'shipped' })).toEqual(['Track order', 'Need help?']);
  expect(actionsOf({ status: 'delivered' })).toEqual(['Need help?']);
  expect(actionsOf({ status: 'cancelled' })).toEqual(['Need help?']);
});

test('a partly shipped order can be tracked at its carrier, and not be cancelled', () => {
  const shipment = {
    id: order.id,
    number: 1,
    carrier: 'UPS',
    trackingNumber: '1Z999',
    trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
    items: [],
    shippedAt: '2026-11-02T12:00:00.000Z',
  };
  const changes: Partial<Order> = { status: 'processing', shipments: [shipment] };

  expect(actionsOf(changes)).toEqual(['Track order', 'Need help?']);
  show(() => (
    <OrderActions order={{ ...order, ...changes }} cancelKey="key" helpUrl={help}>
      {null}
    </OrderActions>
  ));
  expect(screen.getByRole('link', { name: 'Track order' }).getAttribute('href')).toBe(shipment.trackingUrl);
});

test.each([
  [{ status: 'pending' }, 'You can cancel it until it ships.'],
  [{ status: 'processing' }, 'checking and packing'],
  [{ status: 'processing', items: [{ ...tiara, shipped: 1 }] }, 'Part of your order is on its way.'],
  [{ status: 'shipped', reachedAt: { shipped: '2026-11-04T12:00:00.000Z' } }, 'Shipped on Nov 4, 2026.'],
  [{ status: 'delivered', reachedAt: { delivered: '2026-11-09T12:00:00.000Z' } }, 'Delivered on Nov 9, 2026.'],
  [{ status: 'cancelled', paymentStatus: 'pending' }, 'You haven’t been charged.'],
  [{ status: 'cancelled', paymentStatus: 'refunded' }, 'Your payment has been refunded.'],
  [{ status: 'cancelled' }, 'We’re refunding your payment.'],
] satisfies [Partial<Order>, string][])('the first sentence of an order is the answer: %j', (changes, sentence) => {
  expect(statusSentence({ ...order, ...changes }, datesIn('UTC'))).toContain(sentence);
});
