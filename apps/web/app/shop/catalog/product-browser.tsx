import { listMessages } from '@shop/contracts/catalog/list-messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { Gem, SearchX, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterChips } from './filter-chips.tsx';
import { chosenFilters } from './filter-labels.ts';
import { FILTER_PANEL, FilterPanel } from './filter-panel.tsx';
import { ListEnd } from './list-end.tsx';
import { type ProductFilter, parseProductFilter, searchOf, withoutFilters } from './product-filter.ts';
import { ProductGridSkeleton } from './product-grid.tsx';
import type { ProductList } from './product-list.server.ts';
import { ResultGroups } from './result-groups.tsx';
import { SizeHelp } from './size-help.tsx';
import { SortSelect } from './sort-select.tsx';
import { useFilterForm } from './use-filter-form.ts';

type ProductBrowserProps = {
  list: ProductList;
  defaultSortLabel: string;
  /** The heading of the page and its introduction. */
  children: ReactNode;
};

/** Stays below the header. The filters scroll inside it and fade out at its end. */
const RAIL =
  'desktop:sticky desktop:top-[73px] desktop:self-start desktop:after:pointer-events-none desktop:after:absolute desktop:after:right-4 desktop:after:bottom-0 desktop:after:left-0 desktop:after:h-10 desktop:after:bg-linear-to-t desktop:after:from-paper desktop:after:to-transparent';
/** The padding is for focus outlines, the scroll bar and the fade. */
const RAIL_CONTENT =
  'desktop:-ml-2 desktop:max-h-[calc(100dvh-73px)] desktop:scroll-pb-10 desktop:overflow-y-auto desktop:pt-4 desktop:pr-4 desktop:pb-10 desktop:pl-2 desktop:[scrollbar-color:var(--color-mauve)_var(--color-pearl)] desktop:[scrollbar-width:thin]';
/** On phones and tablets two halves that stay below the header; on desktops only the sort order. */
const FILTER_BAR =
  'sticky top-[61px] z-20 -mx-4 mb-4 grid grid-cols-2 divide-x divide-line border-line border-y bg-paper tablet:top-[73px] tablet:-mx-6 desktop:static desktop:order-1 desktop:mx-0 desktop:mb-0 desktop:block desktop:border-y-0';

/** Product list with filters, sorting and pagination, all stored in the URL. */
export function ProductBrowser({ list, defaultSortLabel, children }: ProductBrowserProps) {
  const { choice, facets, products, total } = list;
  const { pathname } = useLocation();
  const counted = useRef<HTMLParagraphElement>(null);
  const { form, apply, applySoon } = useFilterForm(choice, pathname);
  const loading = useIsLoadingNewList(choice);

  return (
    <div className="page-width grid gap-x-12 pt-6 pb-16 desktop:grid-cols-[248px_minmax(0,1fr)] desktop:pt-10">
      <div className="mb-4 desktop:col-span-2 desktop:mb-2">{children}</div>
      <div className={RAIL}>
        <div className={RAIL_CONTENT}>
          <FilterPanel
            choice={choice}
            facets={facets}
            path={pathname}
            total={total}
            form={form}
            onChange={applySoon}
            onSubmit={apply}
          />
        </div>
      </div>
      <section aria-labelledby="products" className="min-w-0 desktop:pt-6">
        <h2 id="products" className="sr-only">
          {listMessages.section}
        </h2>
        <div className="max-desktop:contents desktop:mb-6 desktop:flex desktop:items-center desktop:justify-between desktop:gap-6">
          <div className={FILTER_BAR}>
            <button
              type="button"
              popoverTarget={FILTER_PANEL}
              className="flex min-h-12 items-center justify-center gap-2 font-semibold text-action desktop:hidden"
            >
              <SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.5} />
              {listMessages.filtersChosen(chosenFilters(choice).length)}
            </button>
            <SortSelect chosen={choice.sortBy} defaultLabel={defaultSortLabel} onChange={applySoon} />
          </div>
          <p
            ref={counted}
            role="status"
            tabIndex={-1}
            className="text-ink-soft text-small tabular-nums max-desktop:mb-4"
          >
            {listMessages.count(total)}
          </p>
        </div>
        <FilterChips choice={choice} path={pathname} onRemove={() => counted.current?.focus()} />
        {loading && <ProductGridSkeleton />}
        {!loading && products.length === 0 && <NothingFits choice={choice} path={pathname} />}
        {!loading && products.length > 0 && (
          <>
            <ResultGroups products={products} search={list.search}>
              {!list.more && <SizeHelp products={products} />}
            </ResultGroups>
            <ListEnd list={list} path={pathname} />
          </>
        )}
      </section>
    </div>
  );
}

/** True while other filters load; not while the same list only grows. */
function useIsLoadingNewList(choice: ProductFilter) {
  const { pathname } = useLocation();
  const next = useNavigation().location;
  return (
    next?.pathname === pathname && searchOf(parseProductFilter(new URLSearchParams(next.search))) !== searchOf(choice)
  );
}

function NothingFits({ choice, path }: { choice: ProductFilter; path: string }) {
  if (chosenFilters(choice).length === 0)
    return (
      <EmptyState
        icon={Gem}
        title={listMessages.noneYet}
        action={
          <ButtonLink look="secondary" to="/">
            {listMessages.toHome}
          </ButtonLink>
        }
      >
        {listMessages.noneYetHint}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={SearchX}
      title={catalogMessages.noProductsFound}
      action={
        <ButtonLink look="secondary" to={path + searchOf(withoutFilters(choice))}>
          {listMessages.clearFilters}
        </ButtonLink>
      }
    >
      {catalogMessages.noProductsMatch}
    </EmptyState>
  );
}
