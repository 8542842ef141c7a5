import type { ProductDetail, Variant } from '@shop/contracts/catalog';

type OptionValue = [option: string, value: string];
type Choosable = Pick<ProductDetail, 'variants'>;

/** Grants the wishes as far as it can, the first before the later ones; of what is left, something in stock. */
export function variantFor(product: Choosable, optionValues: Iterable<OptionValue>): Variant {
  let candidates = product.variants;
  for (const [option, value] of optionValues) {
    const matching = candidates.filter((variant) => variant.options[option] === value);
    if (matching.length > 0) candidates = matching;
  }
  return candidates.reduce((best, next) => (best.quantity === 0 && next.quantity > 0 ? next : best));
}

/** What a URL asks for, in the order of the product's options: nothing else in it makes a difference. */
export const optionValuesIn = ({ options }: Pick<ProductDetail, 'options'>, search: URLSearchParams) =>
  options.flatMap(({ name }): OptionValue[] => {
    const value = search.get(name);
    return value === null ? [] : [[name, value]];
  });

/** What a shopper gets who changes one option of a variant: the rest stays, where it can. */
export const variantWith = (product: Choosable, variant: Variant, [option, value]: OptionValue) =>
  variantFor(product, [[option, value], ...Object.entries(variant.options)]);

type Prices = { price: number; salePrice: number };

/** The product's prices, for this variant. A product without a sale has none in any size. */
export const variantPrices = ({ price, salePrice }: Prices, { priceDifference }: Pick<Variant, 'priceDifference'>) => ({
  price: price + priceDifference,
  salePrice: salePrice && salePrice + priceDifference,
});

/** How many can be bought. The whole product may be switched off while pieces lie in the warehouse. */
export const available = ({ inStock }: { inStock: boolean }, { quantity }: { quantity: number }) =>
  inStock ? quantity : 0;
