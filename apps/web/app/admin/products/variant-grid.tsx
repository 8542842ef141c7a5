import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { ArrowDownToLine, X } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useCan } from '#admin/kit/staff.ts';
import { classes } from '#ui/classes.ts';
import { FieldError } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lineIntent } from './line-intent.ts';
import {
  type CellPosition,
  type Column,
  fillDown,
  isCellEditable,
  nameOf,
  pasteCells,
  type VariantRow,
} from './product-variants.ts';
import type { ProductFormState } from './use-product-form.ts';

const COLUMNS: { column: Column; label: string; numeric: boolean }[] = [
  { column: 'sku', label: messages.sku, numeric: false },
  { column: 'priceDifference', label: messages.priceDifference, numeric: true },
  { column: 'quantity', label: messages.quantity, numeric: true },
];

/** Spreadsheet keys: up, down and Enter move between rows, Ctrl+D fills down; cells can be pasted. */
export function VariantGrid({ form: { typed, saved, errors, edit, editLine } }: { form: ProductFormState }) {
  const canEditStock = useCan()('stock.write');
  const rows = typed.variants;
  const savedRows = new Map(saved.variants.map((row) => [row.id, row]));
  /** Of an existing variant; a new one is new as a whole. */
  const isChanged = (row: VariantRow, column: Column) =>
    row.id !== undefined && savedRows.get(row.id)?.[column] !== row[column];
  const put = (variants: VariantRow[]) => edit({ variants });
  const change = ({ row, column }: CellPosition, value: string) =>
    editLine(
      { variants: rows.map((one, place) => (place === row ? { ...one, [column]: value } : one)) },
      `variants.${row}.${column}`,
    );

  function press(event: KeyboardEvent<HTMLInputElement>, at: CellPosition) {
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const table = event.currentTarget.closest('table');
      table?.querySelector<HTMLInputElement>(`[data-cell="${at.row + step} ${at.column}"]`)?.focus();
    }
    if (event.key === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      put(fillDown(rows, at, canEditStock));
    }
  }
  function paste(event: ClipboardEvent, at: CellPosition) {
    const text = event.clipboardData.getData('text');
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    put(pasteCells(rows, text, at, canEditStock));
  }

  return (
    <section aria-label={messages.variants} className="mt-6">
      <p id="grid-hint" className="mb-3 text-small text-ink-soft">
        {messages.variantsHint}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full min-w-[36rem] text-small wrap-normal" aria-describedby="grid-hint">
          <thead>
            <tr className="border-line border-b bg-pearl text-left text-[13px]">
              <th scope="col" className="px-3 py-1">
                {messages.variant}
              </th>
              {COLUMNS.map(({ column, label, numeric }) => (
                <th key={column} scope="col" className="px-3 py-1">
                  <span className={classes('flex items-center gap-1', numeric && 'justify-end')}>
                    {label}
                    <IconButton
                      icon={ArrowDownToLine}
                      label={messages.fillDown(label)}
                      onClick={() => put(fillDown(rows, { row: 0, column }, canEditStock))}
                    />
                  </span>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={JSON.stringify(row.options)} className="border-line border-b">
                <th scope="row" className="px-3 py-2 text-left font-semibold">
                  {nameOf(row)}
                  <VariantIdentity row={row} />
                </th>
                {COLUMNS.map(({ column, label, numeric }) => {
                  const error = errors[`variants.${place}.${column}`];
                  const at = { row: place, column };
                  return (
                    <td key={column} className="px-1 py-1 align-top">
                      <input
                        name={`variants.${column}`}
                        data-cell={`${place} ${column}`}
                        aria-label={messages.cell(label, nameOf(row))}
                        aria-invalid={error ? true : undefined}
                        inputMode={numeric ? 'decimal' : undefined}
                        readOnly={!isCellEditable(row, column, canEditStock)}
                        value={row[column]}
                        onChange={({ target }) => change(at, target.value)}
                        onKeyDown={(event) => press(event, at)}
                        onPaste={(event) => paste(event, at)}
                        className={classes(
                          'h-11 w-full min-w-24 rounded-control border px-2 read-only:bg-pearl',
                          isChanged(row, column) ? 'bg-pending-bg font-semibold' : 'bg-paper',
                          numeric && 'text-right tabular-nums',
                          error ? 'border-cancelled' : 'border-line-strong',
                        )}
                      />
                      {error && <FieldError>{error}</FieldError>}
                    </td>
                  );
                })}
                <td className="align-top">
                  {rows.length > 1 && (
                    <IconButton
                      {...lineIntent(`remove-variant.${place}`, () => put(rows.toSpliced(place, 1)))}
                      icon={X}
                      label={messages.removeVariant(nameOf(row))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Which variant a row is, for the form as it is sent. */
export const VariantIdentity = ({ row: { id = '', options } }: { row: VariantRow }) => (
  <>
    <input type="hidden" name="variants.id" value={id} />
    <input type="hidden" name="variants.options" value={JSON.stringify(options)} />
  </>
);
