import { listMessages, PRICE_BAND_LABELS } from '@shop/contracts/catalog/list-messages';
import type { ProductFilter } from './product-filter.ts';

export function priceLabel(range: string) {
  const [from = '', to = ''] = range.split('-');
  return PRICE_BAND_LABELS[range] ?? listMessages.priceRange(from, to);
}

/** Every active filter with its label and the filters that remain without it. */
export function chosenFilters(choice: ProductFilter): { label: string; remainingFilters: ProductFilter }[] {
  const { category, brand, price, rating, size, tags } = choice;
  const ratingText = `${listMessages.ratingFloor(rating)} ${listMessages.ratingStars}`;
  return [
    ...(category ? [{ label: category, remainingFilters: { ...choice, category: '' } }] : []),
    ...(brand ? [{ label: brand, remainingFilters: { ...choice, brand: '' } }] : []),
    ...(price ? [{ label: priceLabel(price), remainingFilters: { ...choice, price: '' } }] : []),
    ...(rating ? [{ label: ratingText, remainingFilters: { ...choice, rating: '' } }] : []),
    ...size.map((value) => ({
      label: listMessages.sizeChip(value),
      remainingFilters: { ...choice, size: size.filter((other) => other !== value) },
    })),
    ...tags.map((value) => ({
      label: value,
      remainingFilters: { ...choice, tags: tags.filter((other) => other !== value) },
    })),
  ];
}
