import type { ProductDetail, Variant } from '@shop/contracts/catalog/schema';

type OptionValue = [option: string, value: string];
type Choosable = Pick<ProductDetail, 'variants'>;

/** Matches the option values in order and skips those without a match; prefers a variant in stock. */
export function variantFor(product: Choosable, optionValues: Iterable<OptionValue>): Variant {
  let candidates = product.variants;
  for (const [option, value] of optionValues) {
    const matching = candidates.filter((variant) => variant.options[option] === value);
    if (matching.length > 0) candidates = matching;
  }
  return candidates.reduce((best, next) => (best.quantity === 0 && next.quantity > 0 ? next : best));
}

/** The option values in a URL, in the order of the product's options. Other parameters are ignored. */
export const optionValuesIn = ({ options }: Pick<ProductDetail, 'options'>, search: URLSearchParams) =>
  options.flatMap(({ name }): OptionValue[] => {
    const value = search.get(name);
    return value === null ? [] : [[name, value]];
  });

/** The variant after one option was changed: the other values stay where possible. */
export const variantWith = (product: Choosable, variant: Variant, [option, value]: OptionValue) =>
  variantFor(product, [[option, value], ...Object.entries(variant.options)]);

type Prices = { price: number; salePrice: number };

/** The prices of a variant. If the product has no sale price, no variant has one. */
export const variantPrices = ({ price, salePrice }: Prices, { priceDifference }: Pick<Variant, 'priceDifference'>) => ({
  price: price + priceDifference,
  salePrice: salePrice && salePrice + priceDifference,
});

/** A product can be marked out of stock while units are on hand. */
export const available = ({ inStock }: { inStock: boolean }, { quantity }: { quantity: number }) =>
  inStock ? quantity : 0;
