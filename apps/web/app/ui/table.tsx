import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type Column<Row> = {
  label: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** For a column of checkboxes or buttons, which need no visible header. */
  hideLabel?: boolean;
  /** A date, a badge, a number: short content that must not wrap. */
  short?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string;
};

/** Rows become stacked cards on narrow screens. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table className="w-full text-small max-tablet:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-tablet:sr-only">
        <tr>
          {columns.map(({ label, numeric, hideLabel }) => (
            <th
              key={label}
              scope="col"
              className={classes(
                'sticky top-0 border-line border-b whitespace-nowrap bg-pearl px-2 py-3 font-semibold text-[13px] desktop:px-4',
                numeric ? 'text-right' : 'text-left',
              )}
            >
              {hideLabel ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-tablet:grid max-tablet:grid-cols-1 max-tablet:gap-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="transition-colors hover:bg-violet-tint max-tablet:block max-tablet:rounded-card max-tablet:border max-tablet:border-line max-tablet:p-2"
          >
            {columns.map(({ label, cell, numeric, short }) => (
              <td
                key={label}
                className={classes(
                  'px-2 py-1 desktop:px-4 tablet:h-14 tablet:border-line tablet:border-b max-tablet:flex max-tablet:justify-between max-tablet:gap-6 max-tablet:py-2',
                  numeric && 'tabular-nums tablet:whitespace-nowrap tablet:text-right',
                  short && 'whitespace-nowrap',
                )}
              >
                <span aria-hidden className="shrink-0 text-ink-muted tablet:hidden">
                  {label}
                </span>
                <span className="min-w-0 max-tablet:text-right">{cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
