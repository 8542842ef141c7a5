import type { Suggestion } from '@shop/contracts/catalog/schema';
import { toAmount } from '@shop/contracts/common/money';

export type SuggestionRow = Pick<Suggestion, 'name' | 'slug' | 'image'> & {
  price_cents: number;
  sale_price_cents: number | null;
  in_stock: boolean;
};

export const suggestion = ({ name, slug, image, price_cents, sale_price_cents }: SuggestionRow): Suggestion => ({
  name,
  slug,
  image,
  price: toAmount(price_cents),
  salePrice: toAmount(sale_price_cents ?? 0),
});
