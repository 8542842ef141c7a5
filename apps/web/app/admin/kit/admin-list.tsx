import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListFooter } from './list-footer.tsx';
import { countOf, isFiltered } from './list-query.ts';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { type ListSearch, ToolLine } from './list-toolbar.tsx';
import { type SelectionActions, SelectionBar } from './selection-bar.tsx';
import { useDetailsClosing } from './use-details-closing.ts';
import { useListUrl } from './use-list-url.ts';
import { useRowNavigation } from './use-row-navigation.ts';
import { useSelection } from './use-selection.ts';
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
          <ToolLine
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
