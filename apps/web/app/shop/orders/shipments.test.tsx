// @vitest-environment jsdom
import type { OrderItem } from '@shop/contracts/orders/schema';
import type { Shipment } from '@shop/contracts/orders/shipment-schema';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OrderBadge } from './order-badge.tsx';
import { Shipments } from './shipments.tsx';

afterEach(cleanup);

const tiara: OrderItem = {
  id: '01890000-0000-7000-8000-000000000001',
  productId: '01890000-0000-7000-8000-000000000002',
  variantId: '01890000-0000-7000-8000-000000000003',
  slug: 'tiara',
  sku: 'TIARA',
  name: 'Tiara',
  options: { Size: 'M' },
  price: 279,
  quantity: 3,
  shipped: 3,
  refunded: 0,
  image: null,
};
const first: Shipment = {
  id: '01890000-0000-7000-8000-00000000000a',
  number: 1,
  carrier: 'UPS',
  trackingNumber: '1Z999',
  trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
  items: [{ orderItemId: tiara.id, quantity: 2 }],
  shippedAt: '2026-11-02T12:00:00.000Z',
};
const second: Shipment = {
  ...first,
  id: '01890000-0000-7000-8000-00000000000b',
  number: 2,
  carrier: '',
  trackingNumber: 'TRK00000001',
  trackingUrl: null,
  items: [{ orderItemId: tiara.id, quantity: 1 }],
};
const card = (name: string) => within(screen.getByRole('article', { name }));

test('two shipments show carrier, tracking number, date and items of each', () => {
  render(<Shipments shipments={[first, second]} partial={false} items={[tiara]} />);

  const one = card('Shipment 1 of 2');
  expect(one.queryByText('UPS')).not.toBeNull();
  expect(one.queryByText('Shipped on Nov 2, 2026')).not.toBeNull();
  expect(one.queryByText('2 × Tiara, M')).not.toBeNull();
  const link = one.getByRole('link', { name: '1Z999' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([first.trackingUrl, null]);
  expect(link.getAttribute('rel')).toContain('noopener');

  const two = card('Shipment 2 of 2');
  expect(two.queryByText('TRK00000001')).not.toBeNull();
  expect(two.queryByRole('link')).toBeNull();
  expect(two.queryByText('Carrier:')).toBeNull();
  expect(two.queryByText('1 × Tiara, M')).not.toBeNull();
});

test('while units are left, shipments are numbered without a total, and the rest is announced', () => {
  render(<Shipments shipments={[first]} partial items={[{ ...tiara, shipped: 2 }]} />);

  card('Shipment 1');
  expect(screen.queryByText('We’ll ship the remaining items separately.')).not.toBeNull();
});

test('tracking shows shipments without their items', () => {
  const { items: _, ...tracked } = first;
  render(<Shipments shipments={[tracked]} partial={false} />);

  expect(card('Shipment 1').queryByRole('list')).toBeNull();
});

test('an order without shipments shows none', () => {
  const { container } = render(<Shipments shipments={[]} partial={false} />);

  expect(container.innerHTML).toBe('');
});

test.each([
  ['processing', 2, 'Partially shipped'],
  ['processing', 0, 'Processing'],
  ['shipped', 3, 'Shipped'],
] as const)('an order that is %s with %i of 3 units shipped reads %s', (status, shipped, text) => {
  render(<OrderBadge order={{ status, items: [{ ...tiara, shipped }] }} />);

  expect(screen.queryByText(text)).not.toBeNull();
});
