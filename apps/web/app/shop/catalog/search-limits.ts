import { searchPageMessages as texts } from '@shop/contracts/catalog/list-messages';
import type { SearchInterpretation } from '@shop/contracts/catalog/search-schema';
import { dollars } from '@shop/contracts/common/money';

type Limits = Pick<SearchInterpretation, 'minPrice' | 'maxPrice' | 'sizes'>;

/** "size 8, up to $50", or undefined without limits. */
export function limitsOf({ minPrice, maxPrice, sizes }: Limits) {
  const limits = [sizes?.[0] && texts.size(sizes[0]), priceOf(minPrice, maxPrice)].filter(Boolean);
  return limits.length > 0 ? limits.join(', ') : undefined;
}

function priceOf(min: number | undefined, max: number | undefined) {
  if (min !== undefined && max !== undefined) return texts.between(dollars(min), dollars(max));
  if (max !== undefined) return texts.upTo(dollars(max));
  return min === undefined ? undefined : texts.from(dollars(min));
}
