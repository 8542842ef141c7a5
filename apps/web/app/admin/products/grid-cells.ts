import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import type { BulkEditProduct } from '@shop/contracts/catalog/bulk-edit-schema';
import { changeByPercent, type PriceRounding, toAmount, toBasisPoints, toCents } from '@shop/contracts/common/money';

/** In the order of the grid. */
export const COLUMNS = ['price', 'salePrice', 'quantity', 'status', 'category'] as const;
export type Column = (typeof COLUMNS)[number];
/** As typed. */
export type Cells = Record<Column, string>;
/** Cells by product id. */
export type Grid = Record<string, Cells>;
/** A product as it was when the page was loaded. */
export type OriginalRow = Omit<BulkEditProduct, 'name' | 'image'>;
export type CellPosition = { row: number; column: Column };

export const STATUSES = ['published', 'draft', 'archived'] as const;

export const cellsOf = ({ price, salePrice, quantity, status, category }: OriginalRow): Cells => ({
  price: price.toFixed(2),
  salePrice: salePrice > 0 ? salePrice.toFixed(2) : '',
  quantity: `${quantity}`,
  status,
  category,
});

export const gridOf = (rows: OriginalRow[]): Grid => Object.fromEntries(rows.map((row) => [row.id, cellsOf(row)]));

export const isCellEditable = ({ hasOptions }: OriginalRow, column: Column, canEditStock: boolean) =>
  column !== 'quantity' || (canEditStock && !hasOptions);

/** A dollar sign and thousands separators are ignored. An empty sale price is none; an empty quantity is not 0. */
function numberOf(column: Column, text: string) {
  const digits = text.replaceAll(/[$,\s]/g, '');
  return column === 'quantity' && digits === '' ? Number.NaN : Number(digits);
}

const isNumeric = (column: Column) => column === 'price' || column === 'salePrice' || column === 'quantity';

export function isChanged(column: Column, cells: Cells, row: OriginalRow) {
  const original = cellsOf(row)[column];
  return isNumeric(column)
    ? numberOf(column, cells[column]) !== numberOf(column, original)
    : cells[column] !== original;
}

const changedColumns = (cells: Cells, row: OriginalRow) => COLUMNS.filter((column) => isChanged(column, cells, row));

type ChangeInput = { id: string; version: number } & Partial<Record<Column, unknown>>;

/** The changed cells as the API takes them, valid or not. */
export function changesIn(rows: OriginalRow[], grid: Grid): ChangeInput[] {
  return rows.flatMap((row) => {
    const cells = grid[row.id] ?? cellsOf(row);
    const columns = changedColumns(cells, row);
    if (columns.length === 0) return [];
    const entries = columns.map((column) => [column, changedValue(column, cells, row)] as const);
    return [{ id: row.id, version: row.version, ...Object.fromEntries(entries) }];
  });
}

function changedValue(column: Column, cells: Cells, row: OriginalRow) {
  if (column === 'quantity') return { from: row.quantity, to: numberOf(column, cells.quantity) };
  return isNumeric(column) ? numberOf(column, cells[column]) : cells[column];
}

/** For example "2 prices · 1 status"; empty without changes. */
export function summaryOf(rows: OriginalRow[], grid: Grid) {
  const changed = rows.flatMap((row) => changedColumns(grid[row.id] ?? cellsOf(row), row));
  return COLUMNS.flatMap((column) => {
    const count = changed.filter((one) => one === column).length;
    return count > 0 ? messages.changed[column](count) : [];
  }).join(' · ');
}

export type CellErrors = Record<string, string>;
/** `version` is the row as a whole. */
export const errorKey = (id: string, column: Column | 'version') => `${id}.${column}`;

/** Errors of the fields of a request by cell: "changes.3.quantity.to" is the quantity of the fourth change. */
export function errorsByCell(errors: Record<string, string>, changes: { id: string }[]): CellErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, message]) => {
      const [, place, name] = /^changes\.(\d+)\.(\w+)/.exec(field) ?? [];
      const id = changes[Number(place)]?.id;
      return id && name ? [[`${id}.${name}`, message] as const] : [];
    }),
  );
}

/** Copies the value of this cell to all editable cells below it. */
export function fillDown(rows: OriginalRow[], grid: Grid, at: CellPosition, canEditStock: boolean): Grid {
  const value = grid[rows[at.row]?.id ?? '']?.[at.column];
  if (value === undefined) return grid;
  const below = rows.slice(at.row + 1).filter((row) => isCellEditable(row, at.column, canEditStock));
  return withCells(
    grid,
    below.map(({ id }): Patch => [id, { [at.column]: value }]),
  );
}

type PasteTarget = { rows: OriginalRow[]; categories: string[]; canEditStock: boolean };

/** Pastes spreadsheet cells, starting at this cell. Unknown statuses and categories are skipped. */
export function pasteCells(
  { rows, categories, canEditStock }: PasteTarget,
  grid: Grid,
  text: string,
  at: CellPosition,
): Grid {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const first = COLUMNS.indexOf(at.column);
  return withCells(
    grid,
    lines.flatMap((line, offset): Patch[] => {
      const row = rows[at.row + offset];
      if (!row) return [];
      const entries = line.flatMap((typed, place) => {
        const column = COLUMNS[first + place];
        const value = column && pastedValue(column, typed.trim(), categories);
        return column && value !== undefined && isCellEditable(row, column, canEditStock)
          ? [[column, value] as const]
          : [];
      });
      return [[row.id, Object.fromEntries(entries)]];
    }),
  );
}

function pastedValue(column: Column, typed: string, categories: string[]) {
  const isSame = (name: string) => name.toLowerCase() === typed.toLowerCase();
  if (column === 'status') return STATUSES.find((status) => isSame(adminProductMessages.statuses[status]));
  return column === 'category' ? categories.find(isSame) : typed;
}

type Patch = [id: string, cells: Partial<Cells>];

const withCells = (grid: Grid, patches: Patch[]): Grid => ({
  ...grid,
  ...Object.fromEntries(
    patches.flatMap(([id, cells]) => {
      const before = grid[id];
      return before ? [[id, { ...before, ...cells }] as const] : [];
    }),
  ),
});

export type PercentChange = { percent: string; rounding: PriceRounding; target: 'price' | 'salePrice' };

/** Fills regular prices, or sale prices from regular prices. Undefined if the percentage is not one. */
export function applyPercent(grid: Grid, { percent, rounding, target }: PercentChange): Grid | undefined {
  const basisPoints = toBasisPoints(Number(percent));
  if (percent.trim() === '' || !(basisPoints >= -9_900 && basisPoints <= 100_000)) return undefined;
  return withCells(
    grid,
    Object.entries(grid).flatMap(([id, cells]): Patch[] => {
      const cents = toCents(numberOf('price', cells.price));
      if (!(cents > 0)) return [];
      return [[id, { [target]: toAmount(changeByPercent(cents, basisPoints, rounding)).toFixed(2) }]];
    }),
  );
}
