import type { CartItem } from '@shop/contracts/cart/schema';

/** The product page with the options of the item. */
export const productUrl = ({ slug, options }: CartItem) => `/product/${slug}?${new URLSearchParams(options)}`;

export function ItemOptions({ options }: Pick<CartItem, 'options'>) {
  const entries = Object.entries(options);
  if (entries.length === 0) return null;
  return (
    <p className="mt-1 text-small text-ink-soft">{entries.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
  );
}
