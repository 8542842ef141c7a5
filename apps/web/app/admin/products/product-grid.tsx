import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import type { BulkEditProduct } from '@shop/contracts/catalog/bulk-edit-schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Form, useLocation } from 'react-router';
import { LeaveWarning } from '#admin/kit/leave-warning.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { UnsavedBar } from '#admin/kit/unsaved-bar.tsx';
import { useSaveShortcut } from '#admin/kit/use-save-shortcut.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/notice.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import type { BulkEditResult } from './bulk-edit.server.ts';
import { originalRowsOf } from './bulk-edit-form.ts';
import { type CellErrors, COLUMNS, cellsOf, gridOf, summaryOf } from './grid-cells.ts';
import { GridRow } from './grid-row.tsx';
import { PercentTool } from './percent-tool.tsx';
import { useGrid } from './use-grid.ts';

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
