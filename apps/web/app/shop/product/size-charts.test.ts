import { describe, expect, test } from 'vitest';
import { chartsOf, guideFor, guidePath } from './size-charts.ts';

describe('a size chart', () => {
  test.each([
    ['rings', 'in', 2, ['US 7', '0.68 in', '2.14 in', 'N½', '54']],
    ['rings', 'cm', 2, ['US 7', '17.3 mm', '54.4 mm', 'N½', '54']],
    ['bracelets', 'in', 2, ['6.5 in', '7.25 in', 'Comfortable']],
    ['bracelets', 'cm', 4, ['19.1 cm', '21.0 cm', 'Loose']],
    ['clothing', 'in', 3, ['L', '38.5', '31.5', '41.5']],
    ['clothing', 'cm', 0, ['XS', '81', '64', '89']],
  ] as const)('of %s in %s has rounded lengths', (guide, unit, row, cells) => {
    expect(chartsOf(guide, unit)[0]?.rows[row]?.cells).toEqual(cells);
  });

  test('has as many cells in each row as columns', () => {
    for (const guide of ['rings', 'bracelets', 'clothing'] as const)
      for (const { head, rows } of chartsOf(guide, 'in'))
        for (const { cells } of rows) expect(cells).toHaveLength(head.length);
  });
});

test.each([
  ['Ring size', ['US 5', 'US 6'], 'Jewelry', 'rings'],
  ['Size', ['US 6', 'US 8'], 'Jewelry', 'rings'],
  ['Size', ['US 6', 'US 8'], 'Evening Wear', 'clothing'],
  ['Size', ['S', 'M'], 'Clothing', 'clothing'],
  ['Waist', ['25', '26'], 'Clothing', 'clothing'],
  ['Bracelet length', ['7 in'], 'Jewelry', 'bracelets'],
  ['Colour', ['Rose'], 'Clothing', undefined],
  ['String color', ['Gold'], 'Jewelry', undefined],
])('the option %s with %j in %s has the guide %s', (name, values, category, guide) => {
  expect(guideFor({ name, values }, category)).toBe(guide);
});

test('the URL of a guide has its category and unit', () => {
  expect(guidePath({ guide: 'rings', unit: 'cm' })).toBe('/size-guide?guide=rings&unit=cm');
  expect(guidePath({ guide: 'clothing' })).toBe('/size-guide?guide=clothing');
});
