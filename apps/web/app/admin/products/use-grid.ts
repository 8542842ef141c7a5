import { type ChangeEvent, type ClipboardEvent, type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { type CellPosition, COLUMNS, fillDown, type Grid, type OriginalRow, pasteCells } from './grid-cells.ts';

type Control = HTMLInputElement | HTMLSelectElement;
export type CellHandlers = {
  onChange: (event: ChangeEvent<Control>) => void;
  onKeyDown: (event: KeyboardEvent<Control>) => void;
  onPaste: (event: ClipboardEvent<Control>) => void;
};

type Options = { rows: OriginalRow[]; initial: Grid; categories: string[]; canEditStock: boolean };

/** Cells as typed. Spreadsheet keys: up, down and Enter move between rows, Ctrl+D fills down; cells can be pasted. */
export function useGrid({ rows, initial, categories, canEditStock }: Options) {
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
