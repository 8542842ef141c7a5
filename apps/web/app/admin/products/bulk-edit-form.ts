import { BULK_EDIT_MAX, BulkEditProduct } from '@shop/contracts/catalog/bulk-edit-schema';
import { PRICE_ROUNDINGS } from '@shop/contracts/common/money';
import { parseJson } from '@shop/contracts/common/parse-json';
import { type Cells, COLUMNS, cellsOf, type Grid, type PercentChange } from './grid-cells.ts';

const text = (form: FormData, name: string) => String(form.get(name) ?? '');

export const percentChangeOf = (form: FormData): PercentChange => ({
  percent: text(form, 'percent'),
  rounding: PRICE_ROUNDINGS.find((rounding) => rounding === form.get('rounding')) ?? 'cent',
  target: form.get('target') === 'salePrice' ? 'salePrice' : 'price',
});

const OriginalRows = BulkEditProduct.omit({ name: true, image: true }).array().max(BULK_EDIT_MAX);

/** The rows that the form was loaded with, and its cells as typed. Undefined if the form is not the page's own. */
export function readSubmission(form: FormData) {
  const original = OriginalRows.safeParse(parseJson(text(form, 'original'))).data;
  if (!original) return undefined;
  const grid: Grid = Object.fromEntries(
    original.map((row) => {
      const before = cellsOf(row);
      const typed = COLUMNS.flatMap((column) => {
        const value = form.get(`${column}.${row.id}`);
        return typeof value === 'string' ? [[column, value] as const] : [];
      });
      const cells: Cells = { ...before, ...Object.fromEntries(typed) };
      return [row.id, cells];
    }),
  );
  return { original, grid, key: text(form, 'key') };
}

/** The rows that a submission is compared with. */
export const originalRowsOf = (products: BulkEditProduct[]) => OriginalRows.parse(products);
