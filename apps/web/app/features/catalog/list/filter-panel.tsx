import { RATING_CHOICES } from '@shop/contracts/catalog/constants';
import { listMessages, PRICE_BAND_LABELS } from '@shop/contracts/catalog/list-messages';
import type { Facets } from '@shop/contracts/catalog/schema';
import { Star } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { type FilterValue, ManyOf, OneOf } from './filter-group.tsx';
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
        <OneOf
          name="category"
          legend={listMessages.category}
          any={listMessages.anyCategory}
          chosen={category}
          values={named(facets.categories, [category])}
        />
        <OneOf
          name="price"
          legend={listMessages.price}
          any={listMessages.anyPrice}
          chosen={price}
          values={named(facets.prices, [...Object.keys(PRICE_BAND_LABELS), price], priceLabel)}
        />
        <OneOf
          name="brand"
          legend={listMessages.brand}
          any={listMessages.anyBrand}
          chosen={brand}
          values={named(facets.brands, [brand])}
        />
        <OneOf
          name="rating"
          legend={listMessages.rating}
          any={listMessages.anyRating}
          chosen={rating}
          values={named(facets.ratings, [...RATING_CHOICES, rating], ratingLabel)}
        />
        <ManyOf name="size" legend={listMessages.size} chosen={size} values={named(facets.sizes, size)} />
        <ManyOf name="tags" legend={listMessages.tags} chosen={tags} values={named(facets.tags, tags)} />
        <noscript>
          <Button type="submit" className="mt-4 w-full">
            {listMessages.applyFilters}
          </Button>
        </noscript>
      </form>
    </SidePanel>
  );
}

/** The values counted by the facet, and `others` without a count, for example from the URL. */
function named(
  facet: Facets['tags'],
  others: string[],
  label: (value: string) => FilterValue['label'] = (value) => value,
) {
  const counts = new Map(facet.map(({ name, count }) => [name, count]));
  const values = new Set([...counts.keys(), ...others.filter(Boolean)]);
  return [...values].map((value) => ({ value, label: label(value), count: counts.get(value) ?? null }));
}

const ratingLabel = (stars: string) => (
  <span className="inline-flex items-center gap-1.5">
    {listMessages.ratingFloor(stars)} <span className="sr-only">{listMessages.ratingStars}</span>
    <Star aria-hidden className="size-4 fill-current text-star" strokeWidth={1.5} />
  </span>
);
