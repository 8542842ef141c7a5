import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';
import { ArrowUpDown, Columns3, Search } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useId, useRef } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FieldError } from '#ui/form/field.tsx';
import { type ColumnOption, isShown, keptParameters } from './list-query.ts';
import { CHIP, CHIP_OFF, ICON_SUMMARY, POPOVER_CHOICE, POPOVER_END } from './popover-classes.ts';
import { useListUrl } from './use-list-url.ts';

export type ListSearch = { label: string; hint: string };

type ToolLineProps = {
  search?: ListSearch;
  /** The filter chips. */
  filters?: ReactNode;
  errors: Record<string, string>;
  sorts?: Record<string, string>;
  defaultSort: string;
  options: ColumnOption[];
};

/** Search, filters, sort order and display, all stored in the URL, which can be bookmarked and shared. */
export function ToolLine({ search: field, filters, errors, sorts, defaultSort, options }: ToolLineProps) {
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
