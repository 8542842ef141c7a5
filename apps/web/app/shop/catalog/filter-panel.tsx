import { RATING_CHOICES } from '@shop/contracts/catalog/constants';
import { listMessages, PRICE_BAND_LABELS } from '@shop/contracts/catalog/list-messages';
import type { Facets } from '@shop/contracts/catalog/schema';
import { ChevronDown, Star } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { priceLabel } from './filter-labels.ts';
import type { ProductFilter } from './product-filter.ts';

export const FILTER_PANEL = 'filter-panel';
/** Form id, for controls outside the panel, for example the sort select. */
export const FILTER_FORM = 'filters';

type FilterPanelProps = {
  choice: ProductFilter;
  facets: Facets;
  path: string;
  total: string;
  form: RefObject<HTMLFormElement | null>;
  onChange: () => void;
  onSubmit: () => void;
};

/** One form for sidebar and drawer. Without JavaScript it has a submit button. */
export function FilterPanel({ choice, facets, path, total, form, onChange, onSubmit }: FilterPanelProps) {
  const { category, brand, price, rating, tags, size } = choice;
  return (
    <SidePanel
      id={FILTER_PANEL}
      title={listMessages.filters}
      closeLabel={listMessages.closeFilters}
      doneLabel={listMessages.show(total)}
    >
      <form
        ref={form}
        id={FILTER_FORM}
        action={path}
        autoComplete="off"
        aria-label={listMessages.filters}
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {choice.q && <input type="hidden" name="q" value={choice.q} />}
        {choice.exact && <input type="hidden" name="exact" value={choice.exact} />}
        <OneOf
          name="category"
          legend={listMessages.category}
          any={listMessages.anyCategory}
          chosen={category}
          values={offeredValues(facets.categories, { chosen: [category] })}
        />
        <ManyOf
          name="size"
          legend={listMessages.size}
          chosen={size}
          values={offeredValues(facets.sizes, { chosen: size, others: size }).sort(bySize)}
          open={size.length > 0 || category !== ''}
        />
        <OneOf
          name="price"
          legend={listMessages.price}
          any={listMessages.anyPrice}
          chosen={price}
          values={offeredValues(facets.prices, {
            chosen: [price],
            others: [...Object.keys(PRICE_BAND_LABELS), price],
            label: priceLabel,
          })}
        />
        <OneOf
          name="brand"
          legend={listMessages.brand}
          any={listMessages.anyBrand}
          chosen={brand}
          values={offeredValues(facets.brands, { chosen: [brand] })}
        />
        <OneOf
          name="rating"
          legend={listMessages.rating}
          any={listMessages.anyRating}
          chosen={rating}
          values={offeredValues(facets.ratings, {
            chosen: [rating],
            others: [...RATING_CHOICES, rating],
            label: ratingLabel,
          })}
        />
        <ManyOf
          name="tags"
          legend={listMessages.tags}
          chosen={tags}
          values={offeredValues(facets.tags, { chosen: tags, others: tags })}
          open={tags.length > 0}
        />
        <noscript>
          <Button type="submit" className="mt-4 w-full">
            {listMessages.applyFilters}
          </Button>
        </noscript>
      </form>
    </SidePanel>
  );
}

const ratingLabel = (stars: string) => (
  <span className="inline-flex items-center gap-1.5">
    {listMessages.ratingFloor(stars)} <span className="sr-only">{listMessages.ratingStars}</span>
    <Star aria-hidden className="size-4 fill-current text-star" strokeWidth={1.5} />
  </span>
);

/** A filter with one value, or any. */
type OneOfProps = { name: string; legend: string; any: string; chosen: string; values: FilterValue[] };
/** A filter with several values. */
type ManyOfProps = { name: string; legend: string; chosen: string[]; values: FilterValue[]; open: boolean };

function OneOf({ name, legend, any, chosen, values }: OneOfProps) {
  const isUnknown = chosen !== '' && values.every(({ value }) => value !== chosen);
  /** Keeps an unknown value of the URL while no radio is checked: the first value of a name counts. */
  const unknown = isUnknown && <input type="hidden" name={name} value={chosen} />;
  if (values.length === 0) return unknown;
  return (
    <Fold legend={legend} open>
      <ul>
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
      {unknown}
    </Fold>
  );
}

function ManyOf({ name, legend, chosen, values, open }: ManyOfProps) {
  if (values.length === 0) return null;
  return (
    <Fold legend={legend} open={open}>
      <ul className="flex flex-wrap gap-2 pb-2">
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
    </Fold>
  );
}

/** Folds without JavaScript too. What is folded is still part of the form. */
function Fold({ legend, open, children }: { legend: string; open: boolean; children: ReactNode }) {
  // Initial state only: afterwards the shopper opens and closes it.
  const [openAtFirst] = useState(open);
  return (
    <details open={openAtFirst} className="group border-line border-b last-of-type:border-b-0">
      <summary className="flex min-h-12 items-center justify-between gap-4 font-semibold text-action">
        {legend}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          strokeWidth={1.5}
        />
      </summary>
      <fieldset className="pb-3">
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
    </details>
  );
}

function Count({ count }: { count: number | null }) {
  return count === null ? null : <span className="ml-auto text-ink-muted text-small tabular-nums">({count})</span>;
}

type FilterValue = { value: string; label: ReactNode; count: number | null };

type Offer = {
  chosen: string[];
  /** Values that are offered even if the facet does not have them; they have no count. */
  others?: readonly string[];
  label?: (value: string) => ReactNode;
};

/** The values of a filter, without those that no product has. Chosen ones stay, so that they can be unselected. */
export function offeredValues(facet: Facets['tags'], { chosen, others = [], label = (value) => value }: Offer) {
  const counts = new Map(facet.map(({ name, count }) => [name, count]));
  const values = new Set([...counts.keys(), ...others.filter(Boolean)]);
  return [...values]
    .map((value): FilterValue => ({ value, label: label(value), count: counts.get(value) ?? null }))
    .filter(({ value, count }) => count !== 0 || chosen.includes(value));
}

const ALPHA_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL'];
const alphaRank = (size: string) => (ALPHA_SIZES.includes(size) ? ALPHA_SIZES.indexOf(size) : ALPHA_SIZES.length);

/** Alpha sizes from small to large, then the others by their numbers: XS, S, M, US 2, US 10. */
export function bySize({ value: one }: FilterValue, { value: other }: FilterValue) {
  const [a, b] = [sizeParts(one), sizeParts(other)];
  return alphaRank(one) - alphaRank(other) || inOrder(a.unit, b.unit) || a.number - b.number || inOrder(one, other);
}

/** 'US 10.5' → 'US ' and 10.5 */
function sizeParts(size: string) {
  const [, unit = '', number] = /^(\D*)([\d.]*)/.exec(size) ?? [];
  return { unit, number: Number(number) || 0 };
}

const inOrder = (one: string, other: string) => Number(one > other) - Number(one < other);
