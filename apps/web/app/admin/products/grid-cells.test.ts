import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import { ProductBatchRequest } from '@shop/contracts/catalog/bulk-edit-schema';
import { describe, expect, test } from 'vitest';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import {
  applyPercent,
  cellsOf,
  changesIn,
  errorsByCell,
  fillDown,
  gridOf,
  type OriginalRow,
  pasteCells,
  summaryOf,
} from './grid-cells.ts';

const idOf = (place: number) => `0197c0de-0000-7000-8000-00000000000${place}`;
const row = (place: number, more: Partial<OriginalRow> = {}): OriginalRow => ({
  id: idOf(place),
  version: 3,
  price: 120,
  salePrice: 0,
  status: 'published',
  category: 'Jewelry',
  quantity: 4,
  hasOptions: false,
  ...more,
});
const ROWS = [row(0), row(1), row(2, { hasOptions: true })];
const GRID = gridOf(ROWS);
const TARGET = { rows: ROWS, categories: ['Jewelry', 'Home Decor'], canEditStock: true };
const cellsIn = (grid: typeof GRID, place: number) => grid[idOf(place)] ?? cellsOf(row(place));
const withCell = (place: number, cells: object) => ({ ...GRID, [idOf(place)]: { ...cellsIn(GRID, place), ...cells } });

describe('the changes of a grid', () => {
  test('are the cells with another value, not with another notation', () => {
    expect(changesIn(ROWS, withCell(0, { price: '$120', salePrice: '0', quantity: '4.0' }))).toEqual([]);

    expect(changesIn(ROWS, withCell(1, { price: '1,130.50', quantity: '6', status: 'draft' }))).toEqual([
      { id: idOf(1), version: 3, price: 1130.5, quantity: { from: 4, to: 6 }, status: 'draft' },
    ]);
  });

  test('are counted by column', () => {
    expect(summaryOf(ROWS, GRID)).toBe('');
    const grid = { ...withCell(0, { price: '1' }), [idOf(1)]: { ...cellsOf(row(1)), price: '2', status: 'draft' } };

    expect(summaryOf(ROWS, grid)).toBe(`${messages.changed.price(2)} · ${messages.changed.status(1)}`);
  });

  test.each([
    { price: 'ten', quantity: '1.5' },
    { price: '', quantity: '' },
  ])('with errors have them by cell: %j', (cells) => {
    const changes = changesIn(ROWS, withCell(1, cells));
    const { error } = ProductBatchRequest.safeParse({ changes });

    expect(Object.keys(errorsByCell(fieldErrors(error?.issues), changes)).toSorted()).toEqual([
      `${idOf(1)}.price`,
      `${idOf(1)}.quantity`,
    ]);
  });
});

describe('filling down', () => {
  test('copies a cell to the editable cells below', () => {
    const grid = fillDown(ROWS, withCell(0, { quantity: '9' }), { row: 0, column: 'quantity' }, true);

    expect([0, 1, 2].map((place) => cellsIn(grid, place).quantity)).toEqual(['9', '9', '4']);
  });
});

describe('pasting', () => {
  test('fills a rectangle from the cell on, and skips what does not fit', () => {
    const text = '130\t110\r\n$1,200\t\r\n50\t40\r\n60\t50\r\n';

    const grid = pasteCells(TARGET, GRID, text, { row: 1, column: 'price' });

    expect(cellsIn(grid, 0)).toEqual(cellsIn(GRID, 0));
    expect(cellsIn(grid, 1)).toMatchObject({ price: '130', salePrice: '110' });
    expect(cellsIn(grid, 2)).toMatchObject({ price: '$1,200', salePrice: '' });
  });

  test('takes statuses and categories by their names', () => {
    const grid = pasteCells(TARGET, GRID, 'draft\thome decor\nUnknown\tNowhere', { row: 0, column: 'status' });

    expect(cellsIn(grid, 0)).toMatchObject({ status: 'draft', category: 'Home Decor' });
    expect(cellsIn(grid, 1)).toMatchObject({ status: 'published', category: 'Jewelry' });
  });

  test('leaves stock as it is without permission, and stock of variants always', () => {
    const paste = (canEditStock: boolean) =>
      pasteCells({ ...TARGET, canEditStock }, GRID, '7\n8\n9', { row: 0, column: 'quantity' });

    expect([0, 1, 2].map((place) => cellsIn(paste(true), place).quantity)).toEqual(['7', '8', '4']);
    expect([0, 1, 2].map((place) => cellsIn(paste(false), place).quantity)).toEqual(['4', '4', '4']);
  });
});

describe('a change by percent', () => {
  test('fills all prices, rounded', () => {
    const grid = applyPercent(withCell(1, { price: 'ten' }), { percent: '5', rounding: 'charm', target: 'price' });

    expect([0, 1, 2].map((place) => cellsIn(grid ?? {}, place).price)).toEqual(['125.99', 'ten', '125.99']);
  });

  test('fills sale prices from regular prices', () => {
    const grid = applyPercent(GRID, { percent: '-12.5', rounding: 'whole', target: 'salePrice' });

    expect(cellsIn(grid ?? {}, 0)).toMatchObject({ price: '120.00', salePrice: '105.00' });
  });

  test.each(['', 'much', '-100', '1001'])('of "%s" is rejected', (percent) => {
    expect(applyPercent(GRID, { percent, rounding: 'cent', target: 'price' })).toBeUndefined();
  });
});
