import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import type { ReactNode } from 'react';

/** The same data as a table, also without JavaScript. */
export function AsTable({ children }: { children: ReactNode }) {
  return (
    <details className="mt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-small text-violet underline underline-offset-4">
        {texts.table}
      </summary>
      <div className="mt-2 max-h-96 overflow-y-auto">{children}</div>
    </details>
  );
}

type Bar = { key: string; name: ReactNode; value: number; text: string; more?: ReactNode };

/** Rows with a bar that shows their part of the highest value. */
export function BarList({ bars, label }: { bars: Bar[]; label: string }) {
  const highest = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <ul aria-label={label} className="grid gap-3 text-small">
      {bars.map(({ key, name, value, text, more }) => (
        <li key={key} className="min-w-0">
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="flex items-baseline gap-3 tabular-nums">
              <span className="font-semibold">{text}</span>
              {more}
            </span>
          </span>
          <svg
            aria-hidden
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            className="mt-1 block h-1.5 w-full rounded-full bg-violet-tint"
          >
            <rect width={Math.max(0, (value / highest) * 100).toFixed(1)} height="1" className="fill-violet" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
