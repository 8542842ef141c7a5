import { orderMessages } from '@shop/contracts/orders/messages';
import type { OrderItem } from '@shop/contracts/orders/schema';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';

type ItemTextProps = Pick<OrderItem, 'name' | 'options' | 'sku'> & {
  /** Of the product in the admin panel; a printed page has none. */
  productId?: string;
};

/** Name, options and SKU, by which a packer recognizes an item. */
export function ItemText({ name, options, sku, productId }: ItemTextProps) {
  return (
    <>
      <p className="font-semibold">
        {productId ? (
          <Link to={`/admin/products/edit/${productId}`} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {Object.entries(options).map(([option, value]) => (
          <Badge key={option} tone="blush">
            {option}: {value}
          </Badge>
        ))}
        {sku && <span className="text-ink-soft text-small">{orderMessages.sku(sku)}</span>}
      </p>
    </>
  );
}

/** One line, for labels: 'Aurora Solitaire Ring, US 7'. */
export const itemLabel = ({ name, options }: Pick<OrderItem, 'name' | 'options'>) =>
  [name, ...Object.values(options)].join(', ');
