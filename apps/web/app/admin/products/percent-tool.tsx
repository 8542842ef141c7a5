import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import { PRICE_ROUNDINGS } from '@shop/contracts/common/money';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { percentChangeOf } from './bulk-edit-form.ts';
import { applyPercent, type Grid } from './grid-cells.ts';

type FillEvent = { currentTarget: { form: HTMLFormElement | null }; preventDefault: () => void };
type PercentToolProps = { grid: Grid; onFill: (grid: Grid) => void; error?: string };

/** Fills the price cells, saving nothing; before hydration the server does. Must be inside the form of the grid. */
export function PercentTool({ grid, onFill, error }: PercentToolProps) {
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
