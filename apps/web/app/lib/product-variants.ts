import type { AdminVariant, Option } from '@shop/contracts/admin-products';

/** A row of the grid: texts, as they are typed. One with an id is in the shop already. */
export type VariantRow = {
  id?: string;
  options: Record<string, string>;
  sku: string;
  priceDifference: string;
  quantity: string;
};

export const rowOf = ({ id, options, sku, priceDifference, quantity }: AdminVariant): VariantRow => ({
  id,
  options,
  sku,
  priceDifference: `${priceDifference}`,
  quantity: `${quantity}`,
});

export const EMPTY_ROW: VariantRow = { options: {}, sku: '', priceDifference: '0', quantity: '0' };

export const nameOf = ({ options }: VariantRow) => Object.values(options).join(' / ');

/** One row for each combination of values. A row that was there keeps its place in the shop as well as it can. */
export function rowsFor(options: Option[], rows: VariantRow[]): VariantRow[] {
  const left = [...rows];
  const take = (fits: (row: VariantRow) => boolean) => {
    const place = left.findIndex(fits);
    return place < 0 ? undefined : left.splice(place, 1)[0];
  };
  const wanted = combinations(options);
  const exact = wanted.map((choice) => take(({ options: own }) => isPart(own, choice) && isPart(choice, own)));
  return wanted.map((choice, place) => ({
    ...(exact[place] ?? take(({ options: own }) => isCompatible(own, choice)) ?? EMPTY_ROW),
    options: choice,
  }));
}

type Choice = Record<string, string>;

const combinations = (options: Option[]) =>
  options.reduce<Choice[]>(
    (choices, { name, values }) => choices.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  );

const isPart = (one: Choice, other: Choice) => Object.entries(one).every(([name, value]) => other[name] === value);
const isCompatible = (one: Choice, other: Choice) =>
  Object.entries(one).every(([name, value]) => !(name in other) || other[name] === value);

/** The rows after an option, or one of its values, got another name: they are the same pieces all the same. */
export function renamedRows(rows: VariantRow[], before: Option, after: Option): VariantRow[] {
  const isRename = before.values.length === after.values.length;
  const renamedValue = (value: string) => {
    const place = before.values.indexOf(value);
    const other = isRename && !after.values.includes(value) ? after.values[place] : undefined;
    return other ?? value;
  };
  return rows.map((row) => ({
    ...row,
    options: Object.fromEntries(
      Object.entries(row.options).map(([name, value]) =>
        name === before.name ? [after.name, renamedValue(value)] : [name, value],
      ),
    ),
  }));
}

const COLUMNS = ['sku', 'priceDifference', 'quantity'] as const;
export type Column = (typeof COLUMNS)[number];
export type Place = { row: number; column: Column };

/**
 * Whether a cell takes what is typed: the pieces of a variant that is in the shop are changed with a reason only, and
 * those of a new one told by whoever may change stock.
 */
export const takes = (row: VariantRow, column: Column, mayStock: boolean) =>
  column !== 'quantity' || (mayStock && row.id === undefined);

/** Cells of a spreadsheet, laid over the grid from this cell on. */
export function pasted(rows: VariantRow[], text: string, at: Place, mayStock: boolean): VariantRow[] {
  const cells = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const first = COLUMNS.indexOf(at.column);
  return rows.map((row, place) => {
    const line = cells[place - at.row];
    if (!line) return row;
    const entries = line.flatMap((cell, offset) => {
      const column = COLUMNS[first + offset];
      return column && takes(row, column, mayStock) ? [[column, cell.trim()] as const] : [];
    });
    return { ...row, ...Object.fromEntries(entries) };
  });
}

/** The value of this cell in all cells below it. */
export const filledDown = (rows: VariantRow[], { row: from, column }: Place, mayStock: boolean) =>
  rows.map((row, place) =>
    place > from && takes(row, column, mayStock) ? { ...row, [column]: rows[from]?.[column] ?? '' } : row,
  );
