import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from './constants.ts';
import { isPartiallyShipped, isTrackedPartiallyShipped } from './shipping.ts';

describe('an order', () => {
  test.each([
    ['no unit', [0, 0], false],
    ['one of two items', [2, 0], true],
    ['some units of one item', [1, 0], true],
    ['every unit', [2, 3], false],
  ])('with %s shipped', (_case, [ring = 0, gown = 0], partially) => {
    const items = [
      { quantity: 2, shipped: ring },
      { quantity: 3, shipped: gown },
    ];

    expect(isPartiallyShipped({ status: 'processing', items })).toBe(partially);
    expect(isPartiallyShipped({ status: 'pending', items })).toBe(partially);
  });

  test.each(['shipped', 'delivered', 'cancelled'] as const)('that is %s is not partially shipped', (status) => {
    expect(isPartiallyShipped({ status, items: [{ quantity: 2, shipped: 1 }] })).toBe(false);
    expect(isTrackedPartiallyShipped({ status, shipments: [{}] })).toBe(false);
  });

  test('is partially shipped only between the first and the last unit', () => {
    const item = fc
      .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 50 }))
      .map(([quantity, shipped]) => ({ quantity, shipped: Math.min(quantity, shipped) }));
    fc.assert(
      fc.property(fc.constantFrom(...ORDER_STATUSES), fc.array(item, { minLength: 1 }), (status, items) => {
        const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
        const shipped = items.reduce((sum, line) => sum + line.shipped, 0);
        const underWay = status === 'pending' || status === 'processing';
        expect(isPartiallyShipped({ status, items })).toBe(underWay && shipped > 0 && shipped < units);
      }),
    );
  });

  test('without shipments is not shown as partially shipped to guests', () => {
    expect(isTrackedPartiallyShipped({ status: 'processing', shipments: [] })).toBe(false);
    expect(isTrackedPartiallyShipped({ status: 'processing', shipments: [{}] })).toBe(true);
  });
});
