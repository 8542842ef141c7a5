import { describe, expect, test } from 'vitest';
import { EMPTY_ROW, fillDown, pasteCells, renameOption, rowsFor } from './product-variants.ts';

const size = (...values: string[]) => ({ name: 'Size', values });
const row = (options: Record<string, string>, id?: string) => ({ ...EMPTY_ROW, options, id });
const summarize = (rows: ReturnType<typeof rowsFor>) =>
  rows.map(({ id, options }) => [id, Object.values(options).join(' ')]);

describe('the rows of the variant grid', () => {
  test('are all combinations; the variant of a product without options becomes the first', () => {
    const rows = rowsFor([size('S', 'M'), { name: 'Color', values: ['Red', 'Blue'] }], [row({}, 'plain')]);

    expect(summarize(rows)).toEqual([
      ['plain', 'S Red'],
      [undefined, 'S Blue'],
      [undefined, 'M Red'],
      [undefined, 'M Blue'],
    ]);
  });

  test('keep existing variants when a value or an option is added or removed', () => {
    const rows = [row({ Size: 'S' }, 's'), row({ Size: 'M' }, 'm')];

    expect(summarize(rowsFor([size('XS', 'S', 'M')], rows))).toEqual([
      [undefined, 'XS'],
      ['s', 'S'],
      ['m', 'M'],
    ]);
    const more = rowsFor([size('S', 'M'), { name: 'Color', values: ['Red'] }], rows);
    expect(summarize(more)).toEqual([
      ['s', 'S Red'],
      ['m', 'M Red'],
    ]);
    expect(summarize(rowsFor([size('S', 'M')], more))).toEqual([
      ['s', 'S'],
      ['m', 'M'],
    ]);
    expect(summarize(rowsFor([], rows))).toEqual([['s', '']]);
  });

  test('keep their variants when an option or a value is renamed', () => {
    const rows = renameOption([row({ Size: 'S' }, 's'), row({ Size: 'M' }, 'm')], size('S', 'M'), {
      name: 'Ring size',
      values: ['Small', 'M'],
    });

    expect(rows.map(({ options }) => options)).toEqual([{ 'Ring size': 'Small' }, { 'Ring size': 'M' }]);
  });

  test('take pasted spreadsheet cells, except the quantity of existing variants', () => {
    const rows = [row({ Size: 'S' }, 's'), row({ Size: 'M' }), row({ Size: 'L' })];

    const after = pasteCells(rows, 'A-1\t2.50\t9\r\nA-2\t3\t8\r\n', { row: 0, column: 'sku' }, true);

    expect(after.map(({ sku, priceDifference, quantity }) => [sku, priceDifference, quantity])).toEqual([
      ['A-1', '2.50', '0'],
      ['A-2', '3', '8'],
      ['', '0', '0'],
    ]);
    const filled = fillDown(after, { row: 1, column: 'quantity' }, true);
    expect(filled.map(({ quantity }) => quantity)).toEqual(['0', '8', '8']);
  });
});
