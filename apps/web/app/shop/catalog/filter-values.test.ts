import { expect, test } from 'vitest';
import { bySize, offeredValues } from './filter-panel.tsx';

const FACET = [
  { name: 'Jewelry', count: 10 },
  { name: 'Clothing', count: 0 },
  { name: 'Accessories', count: null },
];
const valuesOf = (...offer: Parameters<typeof offeredValues>) => offeredValues(...offer).map(({ value }) => value);

test('a filter offers values with results or without a count, not those without results', () => {
  expect(valuesOf(FACET, { chosen: [] })).toEqual(['Jewelry', 'Accessories']);
});

test('a filter offers a selected value without results', () => {
  expect(valuesOf(FACET, { chosen: ['Clothing'] })).toEqual(['Jewelry', 'Clothing', 'Accessories']);
});

test('a filter does not offer a selected value that the facet does not have', () => {
  expect(valuesOf(FACET, { chosen: ['jewelry'] })).toEqual(['Jewelry', 'Accessories']);
});

test('a filter offers further values without a count, but no empty one', () => {
  expect(offeredValues([{ name: '0-50', count: 3 }], { chosen: [''], others: ['0-50', '60-80', ''] })).toEqual([
    { value: '0-50', label: '0-50', count: 3 },
    { value: '60-80', label: '60-80', count: null },
  ]);
});

test('sizes are offered from small to large, alpha sizes before numbers', () => {
  const sizes = ['US 10', 'M', 'US 2', 'US 10.5', 'XL', '25', 'XS', 'S', 'One size'].map((name) => ({
    name,
    count: 1,
  }));

  const sorted = offeredValues(sizes, { chosen: [] }).sort(bySize);

  expect(sorted.map(({ value }) => value)).toEqual([
    'XS',
    'S',
    'M',
    'XL',
    '25',
    'One size',
    'US 2',
    'US 10',
    'US 10.5',
  ]);
});
