import type { PackingOrder } from '@shop/contracts/orders/packing-schema';
import { expect, test } from 'vitest';
import { sumOf, unitsLeft } from './packing-units.ts';
import { pickList } from './pick-list-items.ts';

const id = (last: number) => `01890000-0000-7000-8000-${String(last).padStart(12, '0')}`;

type Line = { sku: string; quantity: number; shipped?: number; variant?: number };

const orderOf = (last: number, lines: Line[], status: PackingOrder['status'] = 'processing'): PackingOrder => ({
  id: id(last),
  number: id(last).slice(-8),
  status,
  shippingMethod: 'standard',
  shippingAddress: { name: 'Ada', line1: '1 Main Street', city: 'x', state: 'x', postalCode: '1', country: 'India' },
  createdAt: '2026-11-01T12:00:00.000Z',
  customer: 'Ada',
  shipments: 0,
  items: lines.map(({ sku, quantity, shipped = 0, variant = 1 }, index) => ({
    id: id(last * 100 + index),
    productId: id(7),
    variantId: id(variant),
    slug: 'ring',
    sku,
    name: `Item ${sku}`,
    options: {},
    price: 10,
    quantity,
    shipped,
    refunded: 0,
    image: null,
  })),
});

test('units of several orders are summed by SKU and sorted by it', () => {
  const orders = [
    orderOf(1, [
      { sku: 'CRY-9', quantity: 2 },
      { sku: 'CRY-1', quantity: 1 },
    ]),
    orderOf(2, [{ sku: 'CRY-9', quantity: 3, shipped: 1 }]),
  ];

  expect(pickList(orders).map(({ sku, units }) => [sku, units])).toEqual([
    ['CRY-1', 1],
    ['CRY-9', 4],
  ]);
  expect(pickList(orders).at(-1)?.orders).toEqual([
    { id: id(1), number: '00000001', units: 2 },
    { id: id(2), number: '00000002', units: 2 },
  ]);
});

test('two lines of one order with the same SKU are one entry of that order', () => {
  const order = orderOf(1, [
    { sku: 'CRY-1', quantity: 1 },
    { sku: 'CRY-1', quantity: 2 },
  ]);

  expect(pickList([order])[0]?.orders).toEqual([{ id: id(1), number: '00000001', units: 3 }]);
});

test('items without a SKU stay apart by variant and come last', () => {
  const order = orderOf(1, [
    { sku: '', quantity: 1, variant: 1 },
    { sku: '', quantity: 1, variant: 2 },
    { sku: 'CRY-1', quantity: 1, variant: 3 },
  ]);

  expect(pickList([order]).map(({ sku }) => sku)).toEqual(['CRY-1', '', '']);
});

test('shipped and cancelled orders need no units', () => {
  const lines = [{ sku: 'CRY-1', quantity: 1 }];

  expect(pickList([orderOf(1, lines, 'shipped'), orderOf(2, lines, 'cancelled')])).toEqual([]);
});

test('the sum of the list is the sum of the units left', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const lineOf = (last: number, line: number) => ({
      sku: `S${(seed + line * last) % 4}`,
      quantity: 3,
      shipped: (seed * last + line) % 4,
    });
    const orders = [1, 2, 3].map((last) =>
      orderOf(
        last,
        [0, 1, 2].map((line) => lineOf(last, line)),
      ),
    );

    const picked = pickList(orders);

    expect(sumOf(picked.map(({ units }) => units))).toBe(sumOf(orders.flatMap(({ items }) => items.map(unitsLeft))));
    for (const { units, orders } of picked) expect(sumOf(orders.map((order) => order.units))).toBe(units);
  }
});
