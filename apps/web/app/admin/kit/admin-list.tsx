import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';
import { ArrowUpDown, Columns3, type LucideIcon, Search } from 'lucide-react';
import { Fragment, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Form, Link, useLocation, useSearchParams } from 'react-router';
import { wholeNumber } from '#lib/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { type ColumnOption, countOf, isFiltered, isShown, keptParameters } from './list-query.ts';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { Pager } from './pager.tsx';
import { CHIP, CHIP_OFF, ICON_SUMMARY, POPOVER_CHOICE, POPOVER_END } from './popover-classes.ts';
import { type SelectionActions, SelectionBar } from './selection-bar.tsx';
import { useDetailsClosing } from './use-details-closing.ts';
import { useListUrl } from './use-list-url.ts';
import { useRowNavigation } from './use-row-navigation.ts';
import { type ListViews, ViewTabs } from './view-tabs.tsx';

type AdminListProps<Row> = Omit<ListTableProps<Row>, 'selection' | 'defaultSort' | 'card'> & {
  /** Accessible name of the list. */
  label: string;
  /** Cursor of the next page. */
  next: string | undefined;
  views?: ListViews;
  /** Links to related lists, in place of saved views. */
  tabs?: ReactNode;
  search?: ListSearch;
  /** The filter chips. */
  filters?: ReactNode;
  errors?: Record<string, string>;
  /** Labels by value of `sort`. */
  sorts?: Record<string, string>;
  defaultSort?: string;
  card?: string;
  /** The money of the rows, as text. */
  sum?: string;
  empty: EmptyTexts;
  selection?: SelectionActions & { name: string; labelOf: (row: Row) => string };
};

type EmptyTexts = {
  icon: LucideIcon;
  title: string;
  hint: string;
  /** The hint of a list that is empty because of its filters. */
  filtered?: string;
  /** Fills the list. */
  action?: ReactNode;
};

/** The card of a list without a layout of its own: cells below each other. */
const STACKED = 'max-tablet:grid max-tablet:grid-cols-1 max-tablet:gap-1';

/** One page of a list: saved views, search and filters, table with a selection, links to the other pages. */
export function AdminList<Row>({
  label,
  next,
  views,
  tabs,
  search: searchField,
  filters,
  errors = {},
  sorts,
  defaultSort = '',
  card = STACKED,
  sum,
  empty,
  selection,
  ...table
}: AdminListProps<Row>) {
  const list = useRef<HTMLDivElement>(null);
  const selectionForm = useId();
  const [search] = useSearchParams();
  const count = useSelection(list, table.rows);
  const options = [...table.columns, ...(table.details ?? [])];
  const hasTools = Boolean(searchField || filters || sorts) || options.some(({ optional }) => optional);
  useRowNavigation(list);
  useDetailsClosing(list);
  return (
    <div
      ref={list}
      data-density={search.get('density') === 'compact' ? 'compact' : undefined}
      className="group/list wrap-normal max-tablet:-mx-4 max-tablet:has-[tbody_:checked]:pb-32"
    >
      <section
        aria-label={label}
        className="border-line border-y bg-paper shadow-1 tablet:rounded-card tablet:border-x"
      >
        {views && (views.tabs.length > 0 || views.canSave) && <ViewTabs {...views} />}
        {tabs}
        {hasTools && (
          <ListToolbar
            search={searchField}
            filters={filters}
            errors={errors}
            sorts={sorts}
            defaultSort={defaultSort}
            options={options}
          />
        )}
        {table.rows.length > 0 ? (
          <ListTable
            {...table}
            defaultSort={defaultSort}
            card={card}
            selection={selection && { ...selection, form: selectionForm, count }}
          />
        ) : (
          <Empty {...empty} isUnsorted={errors.sort !== undefined} />
        )}
        <ListFooter
          shown={table.rows.length}
          total={views && countOf(views.tabs, search)}
          sum={table.rows.length > 0 ? sum : undefined}
          next={next}
        />
      </section>
      {selection && table.rows.length > 0 && <SelectionBar {...selection} id={selectionForm} count={count} />}
    </div>
  );
}

/** `isUnsorted`: the list may have rows, but not in the sort order of the URL. */
function Empty({ icon, title, hint, filtered, action, isUnsorted }: EmptyTexts & { isUnsorted: boolean }) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const toUrl = useListUrl();
  if (isUnsorted)
    return (
      <EmptyState
        icon={icon}
        title={title}
        action={
          <ButtonLink to={toUrl({ sort: undefined })} look="secondary">
            {listMessages.defaultSort}
          </ButtonLink>
        }
      >
        {listMessages.notSorted}
      </EmptyState>
    );
  if (!filtered || !isFiltered(search))
    return (
      <EmptyState icon={icon} title={title} action={action}>
        {hint}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <ButtonLink to={pathname} look="secondary">
          {adminMessages.clear}
        </ButtonLink>
      }
    >
      {filtered}
    </EmptyState>
  );
}

type ListSearch = { label: string; hint: string };

type ListToolbarProps = {
  search?: ListSearch;
  /** The filter chips. */
  filters?: ReactNode;
  errors: Record<string, string>;
  sorts?: Record<string, string>;
  defaultSort: string;
  options: ColumnOption[];
};

/** Search, filters, sort order and display, all stored in the URL, which can be bookmarked and shared. */
function ListToolbar({ search: field, filters, errors, sorts, defaultSort, options }: ListToolbarProps) {
  const errorId = useId();
  const messages = Object.values(errors);
  const [search] = useSearchParams();
  // Remounts on a new URL: defaults apply only to newly mounted fields. The search field stays, and with it the focus.
  const key = search.toString();
  return (
    <div className={classes('border-line border-b', !field && !filters && !sorts && 'max-tablet:hidden')}>
      <div className="flex items-center gap-2 px-3 py-2.5 max-tablet:overflow-x-auto max-tablet:px-4 max-tablet:[scrollbar-width:none]">
        {field || filters ? (
          <Form
            method="get"
            role="search"
            aria-label={adminMessages.filters}
            className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-tablet:flex-none max-tablet:flex-nowrap"
          >
            <Kept names={['sort', 'columns', 'density']} />
            {field && <SearchField {...field} errorId={messages.length > 0 ? errorId : undefined} invalid={errors.q} />}
            <Fragment key={key}>{filters}</Fragment>
          </Form>
        ) : (
          <span className="flex-1" />
        )}
        {sorts && <SortMenu key={`sort ${key}`} sorts={sorts} defaultSort={defaultSort} />}
        <DisplayMenu key={`display ${key}`} options={options} />
      </div>
      {messages.length > 0 && (
        <div id={errorId} className="px-4 pb-3">
          {messages.map((message) => (
            <FieldError key={message}>{message}</FieldError>
          ))}
        </div>
      )}
    </div>
  );
}

/** Submitting a GET form replaces the whole query: hidden fields keep the parameters of other forms. */
function Kept({ names }: { names: string[] | 'all-but-display' }) {
  const [search] = useSearchParams();
  return keptParameters(search, names).map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}

type SearchFieldProps = ListSearch & { errorId: string | undefined; invalid: string | undefined };

function SearchField({ label, hint, errorId, invalid }: SearchFieldProps) {
  const [search] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const url = search.toString();
  const shownUrl = useRef(url);
  const value = search.get('q') ?? '';

  // Not on the first render: text typed before hydration stays.
  useEffect(() => {
    if (shownUrl.current === url) return;
    shownUrl.current = url;
    if (input.current) input.current.value = value;
  }, [url, value]);

  return (
    <label className="relative block max-w-80 flex-[1_1_13rem] max-tablet:w-44 max-tablet:flex-none">
      <span className="sr-only">{label}</span>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-muted"
        strokeWidth={1.75}
      />
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={value}
        placeholder={hint}
        title={hint}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={invalid ? errorId : undefined}
        className={classes(
          'block h-9 w-full rounded-control border bg-paper pr-3 pl-9 text-small text-ink placeholder:text-ink-muted focus:border-violet max-tablet:h-10 max-tablet:text-body',
          invalid ? 'border-cancelled' : 'border-line-strong',
        )}
      />
    </label>
  );
}

/** The sort orders of the headings, also where the table has none, and those without a column. */
function SortMenu({ sorts, defaultSort }: { sorts: Record<string, string>; defaultSort: string }) {
  const [search] = useSearchParams();
  const toUrl = useListUrl();
  const current = search.get('sort') || defaultSort;
  return (
    <details name="list-filter" className="relative shrink-0">
      <summary className={classes(CHIP, CHIP_OFF)}>
        <ArrowUpDown aria-hidden className="size-3.5" strokeWidth={1.75} />
        {listMessages.sort}
      </summary>
      <ul className={POPOVER_END}>
        {Object.entries(sorts).map(([value, label]) => (
          <li key={value}>
            <Link
              to={toUrl({ sort: value === defaultSort ? undefined : value })}
              aria-current={value === current ? 'true' : undefined}
              className={classes(POPOVER_CHOICE, 'aria-[current]:font-semibold aria-[current]:text-violet-deep')}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function DisplayMenu({ options }: { options: ColumnOption[] }) {
  const [search] = useSearchParams();
  const density = search.get('density') === 'compact' ? 'compact' : '';
  const choosable = options.filter(({ optional }) => optional);
  return (
    <details name="list-filter" className="relative shrink-0 max-tablet:hidden">
      <summary aria-label={listMessages.display} title={listMessages.display} className={ICON_SUMMARY}>
        <Columns3 aria-hidden className="size-4" strokeWidth={1.75} />
      </summary>
      <Form method="get" className={POPOVER_END}>
        <Kept names="all-but-display" />
        {choosable.length > 0 && (
          <fieldset>
            <legend className="px-2 pb-1 font-semibold text-[13px]">{listMessages.columns}</legend>
            <input type="hidden" name="columns" value="" />
            {choosable.map((option) => (
              <label key={option.key} className={POPOVER_CHOICE}>
                <input
                  type="checkbox"
                  name="columns"
                  value={option.key}
                  defaultChecked={isShown(search, option)}
                  className="size-[18px] shrink-0 accent-violet"
                />
                {option.label}
              </label>
            ))}
          </fieldset>
        )}
        <fieldset className="mt-2">
          <legend className="px-2 pb-1 font-semibold text-[13px]">{listMessages.density}</legend>
          {(['', 'compact'] as const).map((value) => (
            <label key={value} className={POPOVER_CHOICE}>
              <input
                type="radio"
                name="density"
                value={value}
                defaultChecked={value === density}
                className="size-[18px] shrink-0 accent-violet"
              />
              {value ? listMessages.compact : listMessages.comfortable}
            </label>
          ))}
        </fieldset>
        <div className="mt-2 flex justify-end border-line border-t pt-2">
          <Button type="submit" look="secondary" compact>
            {listMessages.applyDisplay}
          </Button>
        </div>
      </Form>
    </details>
  );
}

/** The number of selected rows. The checkboxes keep the selection themselves, so that it works without JavaScript. */
function useSelection(list: RefObject<HTMLElement | null>, rows: unknown[]) {
  const [selected, setSelected] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other checkboxes.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const count = () => setSelected(element.querySelectorAll('[data-select]:checked').length);
    // The event comes before the reset; no row is selected by default.
    const clear = () => setSelected(0);
    count();
    element.addEventListener('change', count);
    element.addEventListener('reset', clear);
    return () => {
      element.removeEventListener('change', count);
      element.removeEventListener('reset', clear);
    };
  }, [rows]);

  return selected;
}

type ListFooterProps = {
  /** Number of rows on this page. */
  shown: number;
  /** Number of rows of the whole list, if it is known. */
  total: string | undefined;
  /** The money of the rows on this page. */
  sum: string | undefined;
  next: string | undefined;
};

/** How many rows are shown, their sum, and links to the other pages. */
export function ListFooter({ shown, total, sum, next }: ListFooterProps) {
  const [search] = useSearchParams();
  const isFirst = !search.get('after');
  const isWhole = isFirst && !next;
  if (shown === 0 && isWhole) return null;

  const count = isWhole ? wholeNumber(shown) : total;
  const rows = isFirst ? listMessages.firstRows(shown, count) : listMessages.laterRows(shown, count);
  const sumText = sum && (isWhole ? listMessages.sumOfList(sum) : listMessages.sumOfPage(sum));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-[13px] text-ink-muted max-tablet:border-line max-tablet:border-t">
      {shown > 0 && <p className="tabular-nums">{[rows, sumText].filter(Boolean).join(' · ')}</p>}
      <Pager next={next} compact className="" />
    </div>
  );
}
