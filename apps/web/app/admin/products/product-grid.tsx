import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import type { BulkEditProduct } from '@shop/contracts/catalog/bulk-edit-schema';
import { PRICE_ROUNDINGS } from '@shop/contracts/common/money';
import { ChevronDown } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Form, useLocation } from 'react-router';
import { LeaveWarning } from '#admin/kit/leave-warning.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { UnsavedBar } from '#admin/kit/unsaved-bar.tsx';
import { useSaveShortcut } from '#admin/kit/use-save-shortcut.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { BulkEditResult } from './bulk-edit.server.ts';
import { originalRowsOf, percentChangeOf } from './bulk-edit-form.ts';
import {
  applyPercent,
  type CellErrors,
  type CellPosition,
  type Cells,
  COLUMNS,
  type Column,
  cellsOf,
  errorKey,
  fillDown,
  type Grid,
  gridOf,
  isCellEditable,
  isChanged,
  type OriginalRow,
  pasteCells,
  STATUSES,
  summaryOf,
} from './grid-cells.ts';

type ProductGridProps = {
  products: BulkEditProduct[];
  categories: string[];
  /** Idempotency key. */
  formKey: string;
  /** Why the last save was rejected, with what was submitted. */
  result?: BulkEditResult;
};

const NO_ERRORS: CellErrors = {};

export function ProductGrid({ products, categories, formKey, result }: ProductGridProps) {
  const canEditStock = useCan()('stock.write');
  // As submitted or first loaded, not as revalidated: the versions that the typed values are based on.
  const [rows] = useState(() => result?.original ?? originalRowsOf(products));
  const [key] = useState(result?.key || formKey);
  const initial = useState(() => result?.grid ?? gridOf(rows))[0];
  const { grid, setGrid, handlers } = useGrid({ rows, initial, categories, canEditStock });
  const productOf = useMemo(() => new Map(products.map((product) => [product.id, product])), [products]);
  const errors = result?.errors ?? NO_ERRORS;
  const form = useRef<HTMLFormElement>(null);
  const busy = useIsSubmitting();
  const hydrated = useHydrated();
  const summary = summaryOf(rows, grid);

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  useSaveShortcut(() => !busy && form.current?.requestSubmit());

  return (
    <Form ref={form} method="post" noValidate preventScrollReset>
      <input type="hidden" name="original" value={JSON.stringify(rows)} />
      <input type="hidden" name="key" value={key} />
      {/* The first submit button of a form is the one that Enter presses in any of its fields. */}
      <button type="submit" name="intent" value="enter" hidden />
      {result?.failed && <Rejected text={result.failed} conflict={result.conflict} />}
      <PercentTool grid={grid} onFill={setGrid} error={result?.percentError} />
      <div className="overflow-x-auto rounded-card border border-line bg-paper shadow-1">
        <table className="w-full min-w-[54rem] text-small wrap-normal" aria-describedby="grid-hint">
          <caption className="sr-only">{messages.grid}</caption>
          <thead>
            <tr className="border-line border-b bg-pearl text-left font-semibold text-[13px]">
              <th scope="col" className="sticky left-0 z-10 bg-pearl px-4 py-2">
                {adminProductMessages.product}
              </th>
              {COLUMNS.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={classes('px-3 py-2', column !== 'status' && column !== 'category' && 'text-right')}
                >
                  {messages.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => {
              const product = productOf.get(row.id);
              return (
                product && (
                  <GridRow
                    key={row.id}
                    place={place}
                    product={product}
                    original={row}
                    cells={grid[row.id] ?? cellsOf(row)}
                    submitted={result?.grid[row.id]}
                    errors={errors}
                    categories={categories}
                    canEditStock={canEditStock}
                    handlers={handlers}
                  />
                )
              );
            })}
          </tbody>
        </table>
      </div>
      {(summary !== '' || !hydrated) && (
        <UnsavedBar summary={summary} busy={busy} onDiscard={() => setGrid(gridOf(rows))} />
      )}
      <LeaveWarning when={summary !== ''} />
    </Form>
  );
}

/** After an edit conflict the editor can overwrite the other changes, or reload them. */
function Rejected({ text, conflict = false }: { text: string; conflict?: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <div className="mb-6 grid gap-4 bg-paper">
      <Notice kind="error">{text}</Notice>
      {conflict && (
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="overwrite" look="secondary">
            {adminProductMessages.saveAnyway}
          </Button>
          <ButtonLink to={`${pathname}${search}`} reloadDocument look="quiet">
            {adminProductMessages.reload}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

type FillEvent = { currentTarget: { form: HTMLFormElement | null }; preventDefault: () => void };
type PercentToolProps = { grid: Grid; onFill: (grid: Grid) => void; error?: string };

/** Fills the price cells, saving nothing; before hydration the server does. Must be inside the form of the grid. */
function PercentTool({ grid, onFill, error }: PercentToolProps) {
  const [ownError, setOwnError] = useState(error);

  function fill(event: FillEvent) {
    const { form } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    const filled = applyPercent(grid, percentChangeOf(new FormData(form)));
    setOwnError(filled ? undefined : messages.percentInvalid);
    if (filled) onFill(filled);
  }

  return (
    <details open={error !== undefined} className="group mb-6 rounded-card border border-line bg-paper">
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 font-semibold text-small">
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
        {messages.percentTool}
      </summary>
      <div className="grid items-start gap-4 p-4 pt-2 tablet:grid-cols-3">
        <TextField
          name="percent"
          label={messages.percent}
          hint={messages.percentHint}
          error={ownError}
          inputMode="decimal"
          autoComplete="off"
          onKeyDown={(event) => event.key === 'Enter' && fill(event)}
        />
        <SelectField name="rounding" label={messages.rounding}>
          {PRICE_ROUNDINGS.map((rounding) => (
            <option key={rounding} value={rounding}>
              {messages.roundings[rounding]}
            </option>
          ))}
        </SelectField>
        <SelectField name="target" label={messages.percentTarget}>
          {Object.entries(messages.percentTargets).map(([target, label]) => (
            <option key={target} value={target}>
              {label}
            </option>
          ))}
        </SelectField>
        <div>
          <Button type="submit" name="intent" value="percent" look="secondary" compact onClick={fill}>
            {messages.fillCells}
          </Button>
        </div>
      </div>
    </details>
  );
}

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
const GridRow = memo(function GridRow(row: GridRowProps) {
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

type Control = HTMLInputElement | HTMLSelectElement;
type CellHandlers = {
  onChange: (event: ChangeEvent<Control>) => void;
  onKeyDown: (event: KeyboardEvent<Control>) => void;
  onPaste: (event: ClipboardEvent<Control>) => void;
};

type Options = { rows: OriginalRow[]; initial: Grid; categories: string[]; canEditStock: boolean };

/** Cells as typed. Spreadsheet keys: up, down and Enter move between rows, Ctrl+D fills down; cells can be pasted. */
function useGrid({ rows, initial, categories, canEditStock }: Options) {
  const [grid, setGrid] = useState(initial);

  const onChange = useCallback(
    ({ currentTarget: { dataset, value } }: ChangeEvent<Control>) => {
      const at = positionOf(dataset);
      const id = at && rows[at.row]?.id;
      if (!id) return;
      setGrid((before) => {
        const cells = before[id];
        return cells ? { ...before, [id]: { ...cells, [at.column]: value } } : before;
      });
    },
    [rows],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent<Control>) => {
      const at = positionOf(event.currentTarget.dataset);
      if (!at) return;
      if (event.key === 'd' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setGrid((before) => fillDown(rows, before, at, canEditStock));
      } else moveFocus(event, at);
    },
    [rows, canEditStock],
  );
  const onPaste = useCallback(
    (event: ClipboardEvent<Control>) => {
      const at = positionOf(event.currentTarget.dataset);
      const text = event.clipboardData.getData('text');
      const isInput = event.currentTarget instanceof HTMLInputElement;
      // One value into an input is pasted by the browser, at the cursor.
      if (!at || (isInput && !/[\t\n]/.test(text))) return;
      event.preventDefault();
      setGrid((before) => pasteCells({ rows, categories, canEditStock }, before, text, at));
    },
    [rows, categories, canEditStock],
  );
  const handlers = useMemo<CellHandlers>(() => ({ onChange, onKeyDown, onPaste }), [onChange, onKeyDown, onPaste]);
  return { grid, setGrid, handlers };
}

function positionOf({ row, column }: DOMStringMap): CellPosition | undefined {
  const known = COLUMNS.find((one) => one === column);
  return known && { row: Number(row), column: known };
}

/** To the next cell of the column that can be edited. In a select, the arrow keys choose. */
function moveFocus(event: KeyboardEvent<Control>, { row, column }: CellPosition) {
  const control = event.currentTarget;
  const keys = control instanceof HTMLInputElement ? { ArrowUp: -1, ArrowDown: 1, Enter: 1 } : { Enter: 1 };
  const step = (keys as Record<string, number>)[event.key];
  if (step === undefined || event.altKey) return;
  event.preventDefault();
  const cells = [...(control.form?.querySelectorAll<Control>(`[data-column="${column}"]`) ?? [])];
  const next = cells[cells.findIndex(({ dataset }) => dataset.row === `${row}`) + step];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
