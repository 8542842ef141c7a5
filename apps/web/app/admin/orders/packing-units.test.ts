import { expect, test } from 'vitest';
import { isFullyShipped, itemsToShip, unitsLeft } from './packing-units.ts';

const ring = { quantity: 1, shipped: 0 };
const tiara = { quantity: 2, shipped: 1 };
const comb = { quantity: 3, shipped: 3 };

test('the units left are never negative', () => {
  for (let quantity = 1; quantity <= 5; quantity += 1)
    for (let shipped = 0; shipped <= 6; shipped += 1) {
      const left = unitsLeft({ quantity, shipped });
      expect(left).toBeGreaterThanOrEqual(0);
      if (shipped <= quantity) expect(left + shipped).toBe(quantity);
    }
});

test('only items with units left are to ship', () => {
  expect(itemsToShip({ status: 'processing', items: [ring, tiara, comb] })).toEqual([ring, tiara]);
});

test.each(['shipped', 'delivered', 'cancelled'] as const)('an order that is %s has nothing to ship', (status) => {
  expect(itemsToShip({ status, items: [ring] })).toEqual([]);
});

test('an order is fully shipped when every unit is in a shipment', () => {
  expect(isFullyShipped({ items: [comb] })).toBe(true);
  expect(isFullyShipped({ items: [comb, tiara] })).toBe(false);
});
