import { dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { TrackedOrder } from '@shop/contracts/orders/schema';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { Totals } from './totals.tsx';

/** Only the customer of the order gets the slug, for a link to the product. */
type Line = TrackedOrder['items'][number] & { slug?: string };
type OrderLinesProps<L extends Line> = {
  order: ComponentProps<typeof Totals>['of'];
  items: L[];
  /** Additional content of a line. */
  more?: (line: L) => ReactNode;
};

/** Items and totals of an order. */
export function OrderLines<L extends Line>({ order, items, more }: OrderLinesProps<L>) {
  return (
    <>
      <ul className="border-line border-t">
        {items.map((item) => (
          <li key={JSON.stringify(item)} className="flex gap-4 border-line border-b py-4">
            <Thumbnail src={item.image} size={96} className="bg-pearl" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                <Name {...item} />
              </p>
              <p className="text-ink-soft text-small">{detailsOf(item)}</p>
              <LinePrice {...item} />
              {more?.(item)}
            </div>
          </li>
        ))}
      </ul>
      <Totals of={order} />
    </>
  );
}

/** The line total, and how it comes about if there are several units. */
function LinePrice({ price, quantity }: Pick<Line, 'price' | 'quantity'>) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 tabular-nums">
      {quantity > 1 && <span className="text-ink-soft">{orderMessages.unitTimes(quantity, dollars(price))}</span>}
      <span>{dollars(price * quantity)}</span>
    </p>
  );
}

function Name({ name, slug }: Pick<Line, 'name' | 'slug'>) {
  if (!slug) return name;
  return (
    <Link to={`/product/${slug}`} className="underline-offset-4 hover:underline">
      {name}
    </Link>
  );
}

const detailsOf = ({ options, quantity }: Line) =>
  [...Object.entries(options).map(([name, value]) => `${name}: ${value}`), orderMessages.quantity(quantity)].join(
    ' · ',
  );
