import type { Effect } from '@shop/contracts/effects/schema';
import { isSame } from '#platform/changes.ts';
import type { ProductSnapshot } from './edit-rules.ts';

/** What saving a product does, except for its stock. A product whose prices alone change is not also updated. */
export function effectsOfChange(before: ProductSnapshot, after: ProductSnapshot): Effect[] {
  const isUpdated = !isSame(withoutPrices(before), withoutPrices(after));
  const change = statusChange(before, after) ?? (isUpdated ? 'updated' : undefined);
  const prices = countPriceChanges(before, after);
  return [
    ...(change ? [{ kind: 'product', change, count: 1 } as const] : []),
    ...(prices > 0 ? [{ kind: 'price', count: prices } as const] : []),
  ];
}

function statusChange({ status: before }: ProductSnapshot, { status: after }: ProductSnapshot) {
  if (before === after) return undefined;
  if (after === 'deleted') return 'deleted';
  return before === 'deleted' ? 'restored' : undefined;
}

/** Whether it is in the store no longer. */
export const leavesStore = (before: { status: string }, after: { status: string }) =>
  before.status === 'published' && after.status !== 'published';

const withoutPrices = ({ price: _price, salePrice: _salePrice, variants, ...others }: ProductSnapshot) => ({
  ...others,
  variants: variants.map(({ priceDifference: _difference, ...variant }) => variant),
});

/** Prices of variants that are added or removed do not count. */
function countPriceChanges(before: ProductSnapshot, after: ProductSnapshot) {
  const differences = new Map(before.variants.map(({ id, priceDifference }) => [id, priceDifference]));
  const changed = after.variants.filter(({ id, priceDifference }) => {
    const previous = id === undefined ? undefined : differences.get(id);
    return previous !== undefined && previous !== priceDifference;
  });
  return Number(before.price !== after.price) + Number(before.salePrice !== after.salePrice) + changed.length;
}
