import { expect, test } from 'vitest';
import { gridValues, indexAt, labelIndexes, linePath, xOf } from './chart-scale.ts';

const AREA = { width: 110, height: 54, left: 10, bottom: 0 };

test.each([
  [0, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [7, [0, 2, 4, 6, 8]],
  [90, [0, 25, 50, 75, 100]],
  [0.3, [0, 0.1, 0.2, 0.30000000000000004]],
])('the grid of values up to %d is %j', (max, values) => {
  expect(gridValues(max)).toEqual(values);
  expect(gridValues(max).at(-1)).toBeGreaterThanOrEqual(max);
});

test('a missing value interrupts the line', () => {
  expect(linePath([0, 10, null, 10], 10, AREA)).toBe('M10.0 54.0L43.3 4.0M110.0 4.0');
});

test('a single value is in the middle', () => {
  expect(xOf(0, 1, AREA)).toBe(60);
});

test('labels on the axis are never more than fit', () => {
  expect(labelIndexes(30, 6)).toEqual([0, 5, 10, 15, 20, 25]);
  expect(labelIndexes(3, 6)).toEqual([0, 1, 2]);
  expect(labelIndexes(365, 6)).toHaveLength(6);
});

test('the pointer finds the nearest value', () => {
  expect([0, 0.09, 0.5, 1].map((share) => indexAt(share, 11, AREA))).toEqual([0, 0, 5, 10]);
});
