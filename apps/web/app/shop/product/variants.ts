import type { ProductDetail, Variant } from '@shop/contracts/catalog/schema';

type OptionValue = [option: string, value: string];
type Choosable = Pick<ProductDetail, 'options' | 'variants'>;

export type Selection = {
  /** The chosen value of each option. */
  choice: Record<string, string>;
  /** The variants with these values. */
  candidates: Variant[];
  /** The first option without a value. */
  missing: string | undefined;
  /** Undefined while an option is missing: nothing is chosen for the shopper. */
  variant: Variant | undefined;
};

/**
 * Matches the option values in order and skips those without a match. An option is also chosen if all remaining
 * variants have the same value.
 */
export function selectionOf({ options, variants }: Choosable, optionValues: Iterable<OptionValue>): Selection {
  let candidates = variants;
  for (const [option, value] of optionValues) {
    const matching = candidates.filter((variant) => variant.options[option] === value);
    if (matching.length > 0) candidates = matching;
  }
  const onlyValueOf = (name: string) => {
    const [value, ...others] = new Set(candidates.map((variant) => variant.options[name]));
    return others.length === 0 ? value : undefined;
  };
  const choice = Object.fromEntries(
    options.flatMap(({ name }): OptionValue[] => {
      const value = onlyValueOf(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const missing = options.find(({ name }) => !(name in choice))?.name;
  return { choice, candidates, missing, variant: missing === undefined ? candidates[0] : undefined };
}

/** The option values in a URL, in the order of the product's options. Other parameters are ignored. */
export const optionValuesIn = ({ options }: Pick<ProductDetail, 'options'>, search: URLSearchParams) =>
  options.flatMap(({ name }): OptionValue[] => {
    const value = search.get(name);
    return value === null ? [] : [[name, value]];
  });

/** The selection after one option was changed: the other values stay where possible. */
export const selectionWith = (product: Choosable, { choice }: Pick<Selection, 'choice'>, changed: OptionValue) =>
  selectionOf(product, [changed, ...Object.entries(choice)]);

type Prices = { price: number; salePrice: number };

/** The prices of a variant. If the product has no sale price, no variant has one. */
export const variantPrices = ({ price, salePrice }: Prices, { priceDifference }: Pick<Variant, 'priceDifference'>) => ({
  price: price + priceDifference,
  salePrice: salePrice && salePrice + priceDifference,
});

/** The prices of the cheapest of these variants, and whether the others cost the same. */
export function lowestPrices(product: Prices, variants: Pick<Variant, 'priceDifference'>[]) {
  const differences = variants.map(({ priceDifference }) => priceDifference);
  const lowest = Math.min(...differences);
  return {
    prices: variantPrices(product, { priceDifference: lowest }),
    pricesDiffer: differences.some((difference) => difference !== lowest),
  };
}

/** A product can be marked out of stock while units are on hand. */
export const available = ({ inStock }: { inStock: boolean }, { quantity }: { quantity: number }) =>
  inStock ? quantity : 0;

/** The most units that can be bought of one of these variants. */
export const mostAvailable = (product: { inStock: boolean }, variants: Pick<Variant, 'quantity'>[]) =>
  Math.max(...variants.map((variant) => available(product, variant)));
