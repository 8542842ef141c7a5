import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { ArrowDownToLine, X } from 'lucide-react';
import { type ClipboardEvent, Fragment, type KeyboardEvent, useRef } from 'react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lineIntent } from './line-intent.ts';
import { emptyLine, namedOptions, type ProductFormValues } from './product-draft.ts';
import {
  type CellPosition,
  type Column,
  fillDown,
  isCellEditable,
  nameOf,
  pasteCells,
  rowsAfter,
  type VariantRow,
} from './product-variants.ts';
import type { ProductFormState } from './use-product-form.ts';

const OPTIONS_MAX = 3;

/** Options as typed; on blur the rows of the variant grid are updated. */
export function Options({ form }: { form: ProductFormState }) {
  const { typed, errors, edit } = form;
  const appliedOptions = useRef(namedOptions(typed));
  /** Saved variants keep their ids when their options are removed and added again. */
  const savedVariants = useRef(typed.variants.filter(({ id }) => id));

  function applyOptions(options: ProductFormValues['options']) {
    const named = namedOptions({ options });
    const variants = rowsAfter(appliedOptions.current, named, typed.variants, savedVariants.current);
    appliedOptions.current = named;
    edit({ options, variants });
  }
  const change = (place: number, patch: { name?: string; value?: string }) =>
    edit({ options: typed.options.map((line, index) => (index === place ? { ...line, ...patch } : line)) });
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('options'))?.[1];

  return (
    <Panel title={messages.options}>
      <p className="mb-4 text-small text-ink-soft">{messages.optionsHint}</p>
      <input type="hidden" name="options.applied" value={JSON.stringify(namedOptions(typed))} />
      <ul className="grid gap-4">
        {typed.options.map(({ key, name, value }, place) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-end gap-3">
            <TextField
              name="options.name"
              label={messages.optionName(place + 1)}
              value={name}
              onChange={({ target }) => change(place, { name: target.value })}
              onBlur={() => applyOptions(typed.options)}
            />
            <TextField
              name="options.value"
              label={messages.optionValues(place + 1)}
              placeholder={messages.optionValuesHint}
              value={value}
              onChange={({ target }) => change(place, { value: target.value })}
              onBlur={() => applyOptions(typed.options)}
            />
            <IconButton
              {...lineIntent(`remove-option.${place}`, () => applyOptions(typed.options.toSpliced(place, 1)))}
              icon={X}
              label={messages.removeOption(place + 1)}
            />
          </li>
        ))}
      </ul>
      {wrong && <FieldError>{wrong}</FieldError>}
      {typed.options.length < OPTIONS_MAX && (
        <Button
          {...lineIntent('add-option', () => edit({ options: [...typed.options, emptyLine()] }))}
          look="secondary"
          className="mt-4"
        >
          {messages.addOption}
        </Button>
      )}
      {typed.options.length > 0 ? <VariantGrid form={form} /> : <HiddenVariants rows={typed.variants} />}
      {errors.variants && <FieldError>{errors.variants}</FieldError>}
    </Panel>
  );
}

/** Without options, the only variant has no row in the grid. */
const HiddenVariants = ({ rows }: { rows: VariantRow[] }) =>
  rows.map((row) => (
    <Fragment key={row.id ?? ''}>
      <VariantIdentity row={row} />
      <input type="hidden" name="variants.sku" value={row.sku} />
      <input type="hidden" name="variants.priceDifference" value={row.priceDifference} />
      <input type="hidden" name="variants.quantity" value={row.quantity} />
    </Fragment>
  ));

const COLUMNS: { column: Column; label: string; numeric: boolean }[] = [
  { column: 'sku', label: messages.sku, numeric: false },
  { column: 'priceDifference', label: messages.priceDifference, numeric: true },
  { column: 'quantity', label: messages.quantity, numeric: true },
];

/** Spreadsheet keys: up, down and Enter move between rows, Ctrl+D fills down; cells can be pasted. */
function VariantGrid({ form: { typed, saved, errors, edit, editLine } }: { form: ProductFormState }) {
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
const VariantIdentity = ({ row: { id = '', options } }: { row: VariantRow }) => (
  <>
    <input type="hidden" name="variants.id" value={id} />
    <input type="hidden" name="variants.options" value={JSON.stringify(options)} />
  </>
);
