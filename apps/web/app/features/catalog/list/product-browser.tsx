import { listMessages } from '@shop/contracts/catalog/list-messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { Gem, SearchX, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { ProductGrid, ProductGridSkeleton } from '#features/catalog/card/product-grid.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterChips } from './filter-chips.tsx';
import { chosenFilters } from './filter-labels.ts';
import { FILTER_PANEL, FilterPanel } from './filter-panel.tsx';
import { ListEnd } from './list-end.tsx';
import { type ProductFilter, parseProductFilter, searchOf, withoutFilters } from './product-filter.ts';
import type { ProductList } from './product-list.server.ts';
import { SortSelect } from './sort-select.tsx';
import { useFilterForm } from './use-filter-form.ts';

type ProductBrowserProps = {
  list: ProductList;
  defaultSortLabel: string;
  /** The heading of the page and its introduction. */
  children: ReactNode;
};

/** Product list with filters, sorting and pagination, all stored in the URL. */
export function ProductBrowser({ list, defaultSortLabel, children }: ProductBrowserProps) {
  const { choice, facets, products, total } = list;
  const { pathname } = useLocation();
  const counted = useRef<HTMLParagraphElement>(null);
  const { form, apply, applySoon } = useFilterForm(choice, pathname);
  const loading = useIsLoadingNewList(choice);

  return (
    <div className="page-width grid gap-x-12 pt-6 pb-16 desktop:grid-cols-[260px_minmax(0,1fr)] desktop:pt-10">
      <div className="mb-4 desktop:col-span-2 desktop:mb-2">{children}</div>
      <div className="desktop:sticky desktop:top-[72px] desktop:-mx-2 desktop:max-h-[calc(100dvh-72px)] desktop:self-start desktop:overflow-y-auto desktop:px-2 desktop:py-6">
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
      <section aria-labelledby="products" className="min-w-0 desktop:pt-6">
        <h2 id="products" className="sr-only">
          {listMessages.section}
        </h2>
        <div className="mb-6 flex flex-wrap items-center gap-3 tablet:gap-6">
          <p
            ref={counted}
            role="status"
            tabIndex={-1}
            className="text-ink-soft text-small tabular-nums max-tablet:w-full tablet:order-1"
          >
            {listMessages.count(total)}
          </p>
          <Button look="secondary" popoverTarget={FILTER_PANEL} className="px-4 desktop:hidden">
            <SlidersHorizontal aria-hidden className="size-5" strokeWidth={1.5} />
            {listMessages.filtersChosen(chosenFilters(choice).length)}
          </Button>
          <SortSelect chosen={choice.sortBy} defaultLabel={defaultSortLabel} onChange={applySoon} />
        </div>
        <FilterChips choice={choice} path={pathname} onRemove={() => counted.current?.focus()} />
        {loading && <ProductGridSkeleton />}
        {!loading && products.length === 0 && <NothingFits choice={choice} path={pathname} />}
        {!loading && products.length > 0 && (
          <>
            <ProductGrid products={products} />
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
