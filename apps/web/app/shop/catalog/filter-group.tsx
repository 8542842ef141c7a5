import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { FilterValue } from './filter-values.ts';

/** A filter with one value, or any. */
type OneOfProps = { name: string; legend: string; any: string; chosen: string; values: FilterValue[] };
/** A filter with several values. */
type ManyOfProps = { name: string; legend: string; chosen: string[]; values: FilterValue[]; open: boolean };

export function OneOf({ name, legend, any, chosen, values }: OneOfProps) {
  const isUnknown = chosen !== '' && values.every(({ value }) => value !== chosen);
  /** Keeps an unknown value of the URL while no radio is checked: the first value of a name counts. */
  const unknown = isUnknown && <input type="hidden" name={name} value={chosen} />;
  if (values.length === 0) return unknown;
  return (
    <Fold legend={legend} open>
      <ul>
        {[{ value: '', label: any, count: null }, ...values].map(({ value, label, count }) => (
          <li key={value}>
            <label className="flex min-h-11 items-center gap-3 text-action desktop:min-h-9">
              <input
                type="radio"
                name={name}
                value={value}
                defaultChecked={value === chosen}
                className="size-5 shrink-0 accent-violet"
              />
              <span className="min-w-0">{label}</span>
              <Count count={count} />
            </label>
          </li>
        ))}
      </ul>
      {unknown}
    </Fold>
  );
}

export function ManyOf({ name, legend, chosen, values, open }: ManyOfProps) {
  if (values.length === 0) return null;
  return (
    <Fold legend={legend} open={open}>
      <ul className="flex flex-wrap gap-2 pb-2">
        {values.map(({ value, label, count }) => (
          <li key={value}>
            <label className="flex min-h-11 items-center gap-2 rounded-control border border-line px-3 text-small transition-colors hover:border-line-strong has-checked:border-violet has-checked:bg-violet-tint has-checked:text-violet-deep has-focus-visible:outline-2 has-focus-visible:outline-violet has-focus-visible:outline-offset-2 desktop:min-h-9">
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={chosen.includes(value)}
                className="sr-only"
              />
              {label}
              <Count count={count} />
            </label>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** Folds without JavaScript too. What is folded is still part of the form. */
function Fold({ legend, open, children }: { legend: string; open: boolean; children: ReactNode }) {
  // Initial state only: afterwards the shopper opens and closes it.
  const [openAtFirst] = useState(open);
  return (
    <details open={openAtFirst} className="group border-line border-b last-of-type:border-b-0">
      <summary className="flex min-h-12 items-center justify-between gap-4 font-semibold text-action">
        {legend}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          strokeWidth={1.5}
        />
      </summary>
      <fieldset className="pb-3">
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
    </details>
  );
}

function Count({ count }: { count: number | null }) {
  return count === null ? null : <span className="ml-auto text-ink-muted text-small tabular-nums">({count})</span>;
}
