import { dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { TrackedOrder } from '@shop/contracts/orders/schema';
import { summaryMessages } from '@shop/contracts/orders/summary-messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

/** Only the customer of the order gets the slug, for a link to the product, and the refunded units. */
type Line = TrackedOrder['items'][number] & { slug?: string; refunded?: number };
type OrderLinesProps<L extends Line> = {
  items: L[];
  /** Additional content of a line. */
  more?: (line: L) => ReactNode;
};

/** The items of an order with image, options and line total; those of a gift have no price. */
export function OrderLines<L extends Line>({ items, more }: OrderLinesProps<L>) {
  return (
    <ul className="border-line border-t">
      {items.map((item) => (
        <li key={JSON.stringify(item)} className="flex gap-4 border-line border-b py-4">
          <ResponsiveImage
            src={item.image}
            alt=""
            width={88}
            height={110}
            sizes="88px"
            largest={320}
            className="h-[110px] w-[88px] shrink-0 rounded-image bg-pearl object-cover"
          />
          <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1">
            <div className="min-w-0 flex-1 basis-32">
              <p className="font-semibold">
                <Name {...item} />
              </p>
              <p className="grid text-ink-soft text-small">
                {detailsOf(item).map((detail) => (
                  <span key={detail}>{detail}</span>
                ))}
              </p>
              {(item.refunded ?? 0) > 0 && (
                <p className="mt-1 font-medium text-delivered text-small">
                  {summaryMessages.refundedUnits(item.refunded ?? 0)}
                </p>
              )}
              {more?.(item)}
            </div>
            {item.price !== undefined && <LinePrice price={item.price} quantity={item.quantity} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The line total, and how it comes about if there are several units. */
function LinePrice({ price, quantity }: { price: number; quantity: number }) {
  return (
    <p className="shrink-0 text-right tabular-nums">
      <span className="font-semibold">{dollars(price * quantity)}</span>
      {quantity > 1 && (
        <span className="block text-ink-soft text-small">{orderMessages.unitTimes(quantity, dollars(price))}</span>
      )}
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

const detailsOf = ({ options, quantity }: Line) => [
  ...Object.entries(options).map(([name, value]) => `${name}: ${value}`),
  orderMessages.quantity(quantity),
];
