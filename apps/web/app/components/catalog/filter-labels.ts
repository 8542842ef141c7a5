import { listMessages, PRICE_BANDS } from '@shop/contracts/product-list-texts';
import type { ProductChoice } from '#lib/product-choice.ts';

export function priceLabel(range: string) {
  const [from = '', to = ''] = range.split('-');
  return PRICE_BANDS[range] ?? listMessages.priceRange(from, to);
}

/** Every chosen filter in words, with what remains without it. */
export function chosenFilters(choice: ProductChoice): { label: string; without: ProductChoice }[] {
  const { category, brand, price, rating, size, tags } = choice;
  const ratingWords = `${listMessages.ratingFloor(rating)} ${listMessages.ratingStars}`;
  return [
    ...(category ? [{ label: category, without: { ...choice, category: '' } }] : []),
    ...(brand ? [{ label: brand, without: { ...choice, brand: '' } }] : []),
    ...(price ? [{ label: priceLabel(price), without: { ...choice, price: '' } }] : []),
    ...(rating ? [{ label: ratingWords, without: { ...choice, rating: '' } }] : []),
    ...size.map((value) => ({
      label: listMessages.sizeChip(value),
      without: { ...choice, size: size.filter((other) => other !== value) },
    })),
    ...tags.map((value) => ({ label: value, without: { ...choice, tags: tags.filter((other) => other !== value) } })),
  ];
}
