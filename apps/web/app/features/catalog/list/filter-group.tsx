import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

/** A filter with one value, or any. */
type OneOfProps = { name: string; legend: string; any: string; chosen: string; values: FilterValue[] };
/** A filter with several values. The list can be long, so it opens on demand. */
type ManyOfProps = { name: string; legend: string; chosen: string[]; values: FilterValue[] };

export type FilterValue = { value: string; label: ReactNode; count: number | null };

export function OneOf({ name, legend, any, chosen, values }: OneOfProps) {
  return (
    <fieldset className="border-line border-b py-5 first:pt-0">
      <legend className="float-left mb-2 w-full text-h3">{legend}</legend>
      <ul className="clear-both">
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
    </fieldset>
  );
}

export function ManyOf({ name, legend, chosen, values }: ManyOfProps) {
  // Initial state only: afterwards the shopper opens and closes it.
  const [openAtFirst] = useState(chosen.length > 0);
  if (values.length === 0) return null;
  return (
    <details open={openAtFirst} className="group border-line border-b last:border-b-0">
      <summary className="flex min-h-14 items-center justify-between gap-4 text-h3">
        {legend}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          strokeWidth={1.5}
        />
      </summary>
      <fieldset className="pb-5">
        <legend className="sr-only">{legend}</legend>
        <ul className="flex flex-wrap gap-2">
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
      </fieldset>
    </details>
  );
}

function Count({ count }: { count: number | null }) {
  return count === null ? null : <span className="ml-auto text-ink-muted text-small tabular-nums">({count})</span>;
}
