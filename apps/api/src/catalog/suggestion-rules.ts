import type { Suggestion } from '@shop/contracts/catalog/schema';
import { toAmount } from '@shop/contracts/common/money';
import type { SuggestionRow } from './suggestion-queries.ts';

export const suggestion = ({ name, slug, image, priceCents, salePriceCents }: SuggestionRow): Suggestion => ({
  name,
  slug,
  image,
  price: toAmount(priceCents),
  salePrice: toAmount(salePriceCents ?? 0),
});
