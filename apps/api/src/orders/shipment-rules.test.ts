import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '#platform/errors.ts';
import { assertUnitsLeft, countUnits, mergeItems, unitsLeft } from './shipment-rules.ts';

const line = fc
  .record({ orderItemId: fc.constantFrom('a', 'b', 'c', 'd'), quantity: fc.integer({ min: 1, max: 9 }) })
  .chain(({ orderItemId, quantity }) =>
    fc.integer({ min: 0, max: quantity }).map((shipped) => ({ orderItemId, quantity, shipped })),
  );
const lines = fc.uniqueArray(line, { selector: ({ orderItemId }) => orderItemId, minLength: 1 });
const items = fc.array(
  fc.record({ orderItemId: fc.constantFrom('a', 'b', 'c', 'd', 'e'), quantity: fc.integer({ min: 1, max: 9 }) }),
  { minLength: 1, maxLength: 5 },
);

test('merging items keeps the units and has each item once', () => {
  fc.assert(
    fc.property(items, (requested) => {
      const merged = mergeItems(requested);
      expect(countUnits(merged)).toBe(countUnits(requested));
      expect(new Set(merged.map(({ orderItemId }) => orderItemId)).size).toBe(merged.length);
    }),
  );
});

test('items are accepted exactly if no line would have more units shipped than ordered', () => {
  const isAccepted = (check: () => void) => {
    try {
      check();
      return true;
    } catch (error) {
      if (error instanceof DomainError) return false;
      throw error;
    }
  };
  fc.assert(
    fc.property(lines, items, (ordered, requested) => {
      const merged = mergeItems(requested);
      const fits = merged.every(({ orderItemId, quantity }) =>
        ordered.some((found) => found.orderItemId === orderItemId && found.shipped + quantity <= found.quantity),
      );
      expect(isAccepted(() => assertUnitsLeft(merged, ordered))).toBe(fits);
    }),
  );
});

test('the units left are those ordered without those shipped', () => {
  fc.assert(
    fc.property(lines, (ordered) => {
      const shipped = ordered.reduce((sum, found) => sum + found.shipped, 0);
      expect(countUnits(unitsLeft(ordered))).toBe(countUnits(ordered) - shipped);
    }),
  );
});
