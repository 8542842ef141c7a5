import { listMessages, SORT_LABELS, searchPageMessages as texts } from '@shop/contracts/catalog/list-messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { SearchInterpretation } from '@shop/contracts/catalog/search-schema';
import { sizeGuideMessages } from '@shop/contracts/catalog/size-guide-messages';
import { Gem, Ruler, SearchX, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { chosenFilters } from './filter-labels.ts';
import { FILTER_FORM, FILTER_PANEL, FilterPanel } from './filter-panel.tsx';
import { ListEnd } from './list-end.tsx';
import type { CardProduct } from './product-card.tsx';
import { filterFromForm, type ProductFilter, parseProductFilter, searchOf, withoutFilters } from './product-filter.ts';
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx';
import type { ProductList } from './product-list.server.ts';
import { limitsOf } from './search-limits.ts';

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

/** Long enough to step past a radio button with the arrow keys, short enough to feel immediate. */
const DEBOUNCE_MS = 200;

/** Synchronizes form and URL: a change of the form navigates to its URL, a new URL fills the form. */
function useFilterForm(choice: ProductFilter, path: string) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef<string>(undefined);
  const navigate = useNavigate();
  const search = searchOf(choice);

  const apply = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (form.current) void navigate(path + searchOf(filterFromForm(form.current)));
  };
  const applySoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, DEBOUNCE_MS);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on a new URL only.
  useEffect(() => {
    const filters = form.current;
    if (!filters || shown.current === search) return;
    const firstTime = shown.current === undefined;
    shown.current = search;
    // A filter chosen before hydration is newer than the URL and has yet to be applied.
    if (firstTime && searchOf(filterFromForm(filters)) !== search) apply();
    else if (timer.current === undefined) fill(filters, choice);
  }, [search]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return { form, apply, applySoon };
}

/** React updates the default of every checkbox and radio button from the URL, but not of a select. */
function fill(form: HTMLFormElement, { sortBy }: ProductFilter) {
  form.reset();
  const sort = form.elements.namedItem('sortBy');
  if (sort instanceof HTMLSelectElement) sort.value = sortBy;
}

/** `defaultLabel` is the label of the default sort of the list. */
type SortSelectProps = { chosen: string; defaultLabel: string; onChange: () => void };

const { featured: _, ...OTHER_SORTS } = SORT_LABELS;

function SortSelect({ chosen, defaultLabel, onChange }: SortSelectProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="shrink-0 text-ink-soft text-small max-desktop:hidden">
        {listMessages.sortBy}
      </span>
      <SelectField
        name="sortBy"
        form={FILTER_FORM}
        label={listMessages.sortBy}
        hideLabel
        className="max-desktop:flex-1 max-desktop:[&_select]:border-transparent max-desktop:[&_select]:font-semibold"
        defaultValue={chosen}
        onChange={onChange}
      >
        <option value="">{defaultLabel}</option>
        {Object.entries(OTHER_SORTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <noscript>
        <Button type="submit" form={FILTER_FORM} look="secondary">
          {listMessages.applySort}
        </Button>
      </noscript>
    </div>
  );
}

type FilterChipsProps = {
  choice: ProductFilter;
  path: string;
  /** Moves the focus, because the focused chip disappears. */
  onRemove: () => void;
};

/** The active filters, each as a chip that removes it. */
function FilterChips({ choice, path, onRemove }: FilterChipsProps) {
  const chosen = chosenFilters(choice);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={listMessages.activeFilters} className="mb-6 flex flex-wrap items-center gap-2">
      {chosen.map(({ label, remainingFilters }) => (
        <li key={label} className="min-w-0">
          <Link
            to={path + searchOf(remainingFilters)}
            onClick={onRemove}
            className="flex min-h-11 items-center gap-2 rounded-control bg-violet-tint pr-2.5 pl-3.5 font-medium text-small text-violet-deep transition-colors hover:bg-blush"
          >
            <span className="min-w-0">
              <span className="sr-only">{listMessages.remove} </span>
              {label}
            </span>
            <X aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
          </Link>
        </li>
      ))}
      <li>
        <ButtonLink look="quiet" compact to={path + searchOf(withoutFilters(choice))} onClick={onRemove}>
          {listMessages.clearFilters}
        </ButtonLink>
      </li>
    </ul>
  );
}

type ResultGroupsProps = {
  products: CardProduct[];
  search?: SearchInterpretation;
  /** After the products of a list that is not a search. */
  children?: ReactNode;
};

/** The products of a list; those of a search under headings for other matches and products out of stock. */
function ResultGroups({ products, search, children }: ResultGroupsProps) {
  if (!search) return <ProductGrid products={products}>{children}</ProductGrid>;
  const { groups } = search;
  const limits = limitsOf(search);
  const best = limits ? groups.best : groups.best + groups.others;
  const inStock = groups.best + groups.others;
  return (
    <>
      {limits && best === 0 && <p className="mb-6 text-ink-soft">{texts.noneWithin(limits)}</p>}
      {best > 0 && <ProductGrid products={products.slice(0, best)} />}
      {inStock > best && (
        <Group title={best > 0 ? texts.otherResults : undefined}>
          <ProductGrid products={products.slice(best, inStock)} before={best} />
        </Group>
      )}
      {products.length > inStock && (
        <Group title={texts.outOfStock} divided={inStock > 0}>
          <ProductGrid products={products.slice(inStock)} before={inStock} />
        </Group>
      )}
    </>
  );
}

function Group({ title, divided = true, children }: { title?: string; divided?: boolean; children: ReactNode }) {
  if (!title) return children;
  return (
    <div className={divided ? 'mt-12 border-line border-t pt-8' : undefined}>
      <h3 className="mb-6 text-h3">{title}</h3>
      {children}
    </div>
  );
}

const PHONE_COLUMNS = 2;
const COLUMNS = 3;
/** By the products in the last row, from tablets on. */
const SPANS = ['tablet:hidden', 'tablet:col-span-2', 'tablet:col-span-1'];

/** An item of the grid that fills the empty end of its last row, in lists whose products mostly have sizes. */
function SizeHelp({ products }: { products: CardProduct[] }) {
  const { length: count } = products;
  const sized = products.filter(({ onlyOption }) => onlyOption && /size/i.test(onlyOption.name)).length;
  if (sized * 2 < count) return null;
  return (
    <li
      className={classes(
        'flex flex-col items-start justify-center gap-3 rounded-card bg-blush p-4 tablet:p-8',
        count % PHONE_COLUMNS === 0 && 'max-tablet:hidden',
        SPANS[count % COLUMNS],
      )}
    >
      <Ruler aria-hidden className="size-6 text-mauve-deep" strokeWidth={1.5} />
      <p className="font-display text-h2">{listMessages.sizeHelp}</p>
      <p className="max-w-[44ch] text-ink-soft max-tablet:text-small">{listMessages.sizeHelpText}</p>
      <ButtonLink to="/size-guide" look="secondary" className="max-tablet:px-4">
        {sizeGuideMessages.title}
      </ButtonLink>
    </li>
  );
}
