import { listMessages } from '@shop/contracts/admin/list-messages';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { classes } from '#ui/classes.ts';
import { type ColumnOption, isShown, nextSort, type SortOrders } from './list-query.ts';
import { useListUrl } from './use-list-url.ts';

export type ListColumn<Row> = ColumnOption & {
  /** `show` answers for the optional details of a column. */
  cell: (row: Row, show: (key: string) => boolean) => ReactNode;
  sort?: SortOrders;
  numeric?: boolean;
  /** For a column of buttons, which needs no visible heading. */
  hideLabel?: boolean;
  /** Width in the table, and place in the card of a phone. Columns share the rest of the width. */
  className?: string;
};

type RowSelection<Row> = {
  /** Name of the checkboxes, whose values are the keys of the rows. */
  name: string;
  /** Id of the form that the checkboxes belong to. */
  form: string;
  labelOf: (row: Row) => string;
  count: number;
};

export type ListTableProps<Row> = {
  caption: string;
  columns: ListColumn<Row>[];
  /** Optional contents of the columns, hidden and shown like columns. */
  details?: ColumnOption[];
  rows: Row[];
  keyOf: (row: Row) => string;
  defaultSort: string;
  /** Layout of a row as a card on phones. */
  card: string;
  /** What Enter does in a row: `open` its page, or the rows only have links (`move`), or none at all (`none`). */
  keys?: 'open' | 'move' | 'none';
  selection?: RowSelection<Row> | undefined;
};

const CELL =
  'px-2.5 py-1.5 align-middle first:pl-4 last:pr-4 tablet:h-[52px] tablet:border-line tablet:border-b tablet:group-data-[density=compact]/list:h-10 tablet:group-data-[density=compact]/list:py-1 max-tablet:min-w-0 max-tablet:p-0!';
const ROW =
  'group/row transition-colors focus-within:bg-pearl hover:bg-pearl has-checked:bg-violet-tint has-[[aria-current]]:bg-violet-tint max-tablet:border-line max-tablet:border-b max-tablet:px-4 max-tablet:py-2.5 last:max-tablet:border-b-0';

/** Rows are cards on phones. */
export function ListTable<Row>({
  caption,
  columns,
  details = [],
  rows,
  keyOf,
  defaultSort,
  card,
  keys = 'open',
  selection,
}: ListTableProps<Row>) {
  const [search] = useSearchParams();
  const shown = columns.filter((column) => isShown(search, column));
  const show = (key: string) => details.some((detail) => detail.key === key && isShown(search, detail));
  return (
    <table className="w-full text-small max-tablet:block tablet:table-fixed">
      <caption className="sr-only">
        {caption}. {selection ? listMessages.keys.select : keys !== 'none' && listMessages.keys[keys]}
      </caption>
      <thead className="max-tablet:hidden">
        <tr>
          {selection && (
            <th scope="col" className={classes(HEADING, 'w-10 text-left')}>
              <span className="sr-only">{listMessages.select}</span>
              <SelectAll selected={selection.count} total={rows.length} />
            </th>
          )}
          {shown.map(({ key, label, sort, numeric, hideLabel, className }) => (
            <Heading key={key} {...{ label, sort, numeric, hideLabel, className, defaultSort }} />
          ))}
        </tr>
      </thead>
      <tbody className="max-tablet:block">
        {rows.map((row) => (
          <tr key={keyOf(row)} className={classes(ROW, card)}>
            {selection && (
              <td className={classes(CELL, 'w-10 max-tablet:row-span-2 max-tablet:self-center')}>
                <label className="-m-2 inline-grid size-9 place-items-center align-middle max-tablet:size-11">
                  <input
                    type="checkbox"
                    data-select
                    name={selection.name}
                    value={keyOf(row)}
                    form={selection.form}
                    aria-label={selection.labelOf(row)}
                    className="size-[18px] accent-violet max-tablet:size-[22px]"
                  />
                </label>
              </td>
            )}
            {shown.map(({ key, cell, numeric, className }) => (
              <td key={key} className={classes(CELL, numeric && 'text-right tabular-nums', className)}>
                {cell(row, show)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const HEADING =
  'sticky top-[60px] z-10 h-[38px] whitespace-nowrap border-line border-b bg-pearl px-2.5 font-semibold text-[13px] text-ink-soft first:pl-4 last:pr-4 desktop:top-0';

type HeadingProps = Pick<ListColumn<never>, 'label' | 'sort' | 'numeric' | 'hideLabel' | 'className'> & {
  defaultSort: string;
};

function Heading({ label, sort, numeric, hideLabel, className, defaultSort }: HeadingProps) {
  const [search] = useSearchParams();
  const toUrl = useListUrl();
  const look = classes(HEADING, numeric ? 'text-right' : 'text-left', className);
  if (!sort)
    return (
      <th scope="col" className={look}>
        {hideLabel ? <span className="sr-only">{label}</span> : label}
      </th>
    );

  const current = search.get('sort') || defaultSort;
  const isActive = sort.includes(current);
  const isDescending = current.startsWith('-');
  const next = nextSort(current, sort);
  const Arrow = isActive ? (isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={classes(look, isActive && 'text-ink!')}
    >
      <Link
        to={toUrl({ sort: next === defaultSort ? undefined : next })}
        preventScrollReset
        className={classes(
          'group/sort inline-flex items-center gap-1 align-middle hover:text-ink',
          numeric && 'flex-row-reverse',
        )}
      >
        {label}
        <Arrow
          aria-hidden
          className={classes(
            'size-3.5',
            isActive
              ? 'text-violet'
              : 'text-ink-muted opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
          )}
        />
      </Link>
    </th>
  );
}

function SelectAll({ selected, total }: { selected: number; total: number }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < total;
  }, [selected, total]);

  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={listMessages.selectAll}
      checked={selected === total}
      // The list counts the selection on the change event, which follows.
      onChange={({ target }) => {
        const boxes = target.closest('table')?.querySelectorAll<HTMLInputElement>('[data-select]') ?? [];
        for (const item of boxes) item.checked = target.checked;
      }}
      className="size-[18px] align-middle accent-violet noscript:hidden"
    />
  );
}
