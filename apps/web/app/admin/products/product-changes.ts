import type { ProductInput } from '@shop/contracts/catalog/admin-schema';
import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { draftOf, type ProductFormValues } from './product-draft.ts';

/** Prices are counted, and the version is not edited. Without a label, the compiler complains here. */
type Field = Exclude<keyof ProductInput, 'price' | 'salePrice' | 'version'>;
const LABELS: Record<Field, string> = messages.changed;
const FIELDS = Object.keys(LABELS) as Field[];

/** What changed, for example "2 prices · page title"; empty without changes. */
export function summaryOf(before: ProductFormValues, after: ProductFormValues) {
  const [from, to] = [draftOf(before), draftOf(after)];
  const prices = countChangedPrices(from, to);
  const changed = FIELDS.filter((field) => isChanged(field, from, to));
  // A moved image takes its alt text with it.
  const listed = changed.includes('images') ? changed.filter((field) => field !== 'imageAlts') : changed;
  const parts = listed.map((field) => inSentence(LABELS[field]));
  return (prices > 0 ? [messages.prices(prices), ...parts] : parts).join(' · ');
}

/** "Page title" becomes "page title", "URL slug" stays. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (initial) => initial.toLowerCase());

function isChanged(field: Field, from: ProductInput, to: ProductInput) {
  const fieldValue = (draft: ProductInput) => (field === 'variants' ? variantsIn(draft) : draft[field]);
  return JSON.stringify(fieldValue(from)) !== JSON.stringify(fieldValue(to));
}

/** Without prices, and without options also without the quantity, which is that of the product. */
const variantsIn = ({ options, variants }: ProductInput) =>
  variants?.map(({ priceDifference: _, quantity, ...variant }) =>
    options?.length ? { ...variant, quantity } : variant,
  );

/** Price, sale price, and the price differences of variants that stay. */
function countChangedPrices(from: ProductInput, to: ProductInput) {
  const keyOf = (options: Record<string, string>) => JSON.stringify(Object.values(options));
  const differences = new Map(
    from.variants?.map(({ options, priceDifference }) => [keyOf(options), priceDifference] as const),
  );
  const changedVariants = to.variants?.filter(({ options, priceDifference }) => {
    const before = differences.get(keyOf(options));
    return before !== undefined && before !== priceDifference;
  });
  const changedPrices = [from.price !== to.price, from.salePrice !== to.salePrice].filter(Boolean);
  return changedPrices.length + (changedVariants?.length ?? 0);
}
