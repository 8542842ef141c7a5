import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import type { BulkEditProduct } from '@shop/contracts/catalog/bulk-edit-schema';
import { memo, type ReactNode } from 'react';
import { classes } from '#ui/classes.ts';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { TextLink } from '#ui/text-link.tsx';
import {
  type CellErrors,
  type Cells,
  type Column,
  errorKey,
  isCellEditable,
  isChanged,
  type OriginalRow,
  STATUSES,
} from './grid-cells.ts';
import type { CellHandlers } from './use-grid.ts';

type GridRowProps = {
  /** Position in the grid. */
  place: number;
  product: BulkEditProduct;
  original: OriginalRow;
  cells: Cells;
  /** The cells that `errors` are about. */
  submitted?: Cells;
  errors: CellErrors;
  categories: string[];
  canEditStock: boolean;
  handlers: CellHandlers;
};

/** Memoized: typing renders one row of up to a hundred. */
export const GridRow = memo(function GridRow(row: GridRowProps) {
  const { product, original, cells, errors, categories, canEditStock } = row;
  const rowError = errors[errorKey(product.id, 'version')];
  const options = categories.includes(original.category) ? categories : [original.category, ...categories];
  return (
    <tr className="border-line border-b last:border-b-0">
      <th
        scope="row"
        className="sticky left-0 z-10 min-w-36 max-w-64 border-line border-r bg-paper px-4 py-1 text-left font-semibold wrap-anywhere"
      >
        <span className="flex items-center gap-3">
          <Thumbnail src={product.image} size={48} className="max-tablet:hidden" />
          <span className="min-w-0">
            {product.name}
            {rowError && <span className="block font-normal text-[13px] text-cancelled">{rowError}</span>}
          </span>
        </span>
      </th>
      <NumberCell {...row} column="price" />
      <NumberCell {...row} column="salePrice" />
      {isCellEditable(original, 'quantity', canEditStock) ? (
        <NumberCell {...row} column="quantity" />
      ) : (
        <td className="border-line border-r px-3 text-right tabular-nums">
          {original.hasOptions ? (
            <TextLink
              to={`/admin/products/edit/${product.id}`}
              aria-label={messages.variantStock(product.quantity, product.name)}
            >
              {cells.quantity}
            </TextLink>
          ) : (
            cells.quantity
          )}
        </td>
      )}
      <SelectCell {...row} column="status">
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {adminProductMessages.statuses[status]}
          </option>
        ))}
      </SelectCell>
      <SelectCell {...row} column="category">
        {options.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectCell>
    </tr>
  );
});

type CellProps = GridRowProps & { column: Column };

const NumberCell = ({ column, ...row }: CellProps) => (
  <Frame {...row} column={column}>
    <input
      {...controlProps({ ...row, column })}
      inputMode={column === 'quantity' ? 'numeric' : 'decimal'}
      autoComplete="off"
      className="h-13 w-full min-w-28 bg-transparent px-3 text-right tabular-nums -outline-offset-2"
    />
  </Frame>
);

const SelectCell = ({ column, children, ...row }: CellProps & { children: ReactNode }) => (
  <Frame {...row} column={column}>
    <select
      {...controlProps({ ...row, column })}
      className="h-13 w-full min-w-36 bg-transparent px-3 -outline-offset-2"
    >
      {children}
    </select>
  </Frame>
);

const errorIdOf = (id: string, column: Column) => `error-${column}-${id}`;

/** Until the cell is edited. */
const errorOf = ({ product, cells, submitted, errors, column }: CellProps) =>
  cells[column] === submitted?.[column] ? errors[errorKey(product.id, column)] : undefined;

function controlProps(cell: CellProps) {
  const { place, product, cells, handlers, column } = cell;
  const { id, name } = product;
  const hasError = errorOf(cell) !== undefined;
  return {
    ...handlers,
    name: `${column}.${id}`,
    value: cells[column],
    'data-row': place,
    'data-column': column,
    'aria-label': messages.cell(messages.cellNames[column], name),
    'aria-invalid': hasError ? true : undefined,
    'aria-describedby': hasError ? errorIdOf(id, column) : undefined,
  };
}

function Frame({ children, ...cell }: CellProps & { children: ReactNode }) {
  const { product, original, cells, column } = cell;
  const error = errorOf(cell);
  return (
    <td
      className={classes(
        'border-line border-r p-0 align-top last:border-r-0',
        isChanged(column, cells, original) && 'bg-pending-bg font-semibold',
        error !== undefined && 'border-2 border-cancelled!',
      )}
    >
      {children}
      {error && (
        <p id={errorIdOf(product.id, column)} className="px-3 pb-2 font-normal text-[13px] text-cancelled">
          {error}
        </p>
      )}
    </td>
  );
}
