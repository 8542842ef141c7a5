import type { AdminVariant, Option } from '@shop/contracts/catalog/admin-schema';

/** A row of the grid, as typed. A row with an id is an existing variant. */
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

/** One row for each combination of values. Existing rows keep their variant where possible. */
export function rowsFor(options: Option[], rows: VariantRow[]): VariantRow[] {
  const remaining = [...rows];
  const takeFirst = (fits: (row: VariantRow) => boolean) => {
    const place = remaining.findIndex(fits);
    return place < 0 ? undefined : remaining.splice(place, 1)[0];
  };
  const targetCombinations = combinations(options);
  const exact = targetCombinations.map((combination) =>
    takeFirst(({ options: own }) => isSubset(own, combination) && isSubset(combination, own)),
  );
  return targetCombinations.map((combination, place) => ({
    ...(exact[place] ?? takeFirst(({ options: own }) => isCompatible(own, combination)) ?? EMPTY_ROW),
    options: combination,
  }));
}

type OptionValues = Record<string, string>;

const combinations = (options: Option[]) =>
  options.reduce<OptionValues[]>(
    (combinationsSoFar, { name, values }) =>
      combinationsSoFar.flatMap((combination) => values.map((value) => ({ ...combination, [name]: value }))),
    [{}],
  );

const isSubset = (one: OptionValues, other: OptionValues) =>
  Object.entries(one).every(([name, value]) => other[name] === value);
const isCompatible = (one: OptionValues, other: OptionValues) =>
  Object.entries(one).every(([name, value]) => !(name in other) || other[name] === value);

/** The rows after an option or one of its values was renamed: they stay the same variants. */
export function renameOption(rows: VariantRow[], before: Option, after: Option): VariantRow[] {
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

/** The rows after options were changed. `saved` variants get their ids back when their options return. */
export function rowsAfter(before: Option[], after: Option[], rows: VariantRow[], saved: VariantRow[] = []) {
  const renamed = after.reduce((current, option, place) => {
    const previous = before[place];
    return previous && after.length === before.length ? renameOption(current, previous, option) : current;
  }, rows);
  const removed = saved.filter(({ id }) => !renamed.some((row) => row.id === id));
  return rowsFor(after, [...renamed, ...removed]);
}

const COLUMNS = ['sku', 'priceDifference', 'quantity'] as const;
export type Column = (typeof COLUMNS)[number];
export type CellPosition = { row: number; column: Column };

/**
 * The stock of an existing variant changes only by a stock adjustment with a reason; the opening stock of a new one
 * requires the permission to change stock.
 */
export const isCellEditable = (row: VariantRow, column: Column, canEditStock: boolean) =>
  column !== 'quantity' || (canEditStock && row.id === undefined);

/** Pastes spreadsheet cells into the grid, starting at this cell. */
export function pasteCells(rows: VariantRow[], text: string, at: CellPosition, canEditStock: boolean): VariantRow[] {
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
      return column && isCellEditable(row, column, canEditStock) ? [[column, cell.trim()] as const] : [];
    });
    return { ...row, ...Object.fromEntries(entries) };
  });
}

/** Copies the value of this cell to all editable cells below it. */
export const fillDown = (rows: VariantRow[], { row: from, column }: CellPosition, canEditStock: boolean) =>
  rows.map((row, place) =>
    place > from && isCellEditable(row, column, canEditStock) ? { ...row, [column]: rows[from]?.[column] ?? '' } : row,
  );
