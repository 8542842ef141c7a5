import { RATING_CHOICES } from '@shop/contracts/catalog/constants';
import { listMessages, PRICE_BAND_LABELS } from '@shop/contracts/catalog/list-messages';
import type { Facets } from '@shop/contracts/catalog/schema';
import { Star } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { ManyOf, OneOf } from './filter-group.tsx';
import { priceLabel } from './filter-labels.ts';
import { bySize, offeredValues } from './filter-values.ts';
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
