import { orderMessages, trackOrderMessages } from '@shop/contracts/orders/messages';
import type { Order, TrackedOrder } from '@shop/contracts/orders/schema';
import { isTrackedPartiallyShipped } from '@shop/contracts/orders/shipping';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { PromiseText } from '#shop/delivery/promise-text.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderProgress } from './order-progress.tsx';
import { Shipments } from './shipments.tsx';
import { Totals } from './totals.tsx';

type Amounts = Pick<Order, 'subtotal' | 'tax' | 'shipping' | 'discount' | 'discountCode' | 'total'>;

/** A gift has none. */
const hasAmounts = (order: TrackedOrder): order is TrackedOrder & Amounts => order.total !== undefined;

/** An order found by its number and email address. It has no URL of its own, so it takes the focus. */
export function TrackedOrderView({ order }: { order: TrackedOrder }) {
  const { shortDate } = useDates();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const partial = isTrackedPartiallyShipped(order);

  return (
    <article>
      <h1 ref={heading} tabIndex={-1} className="font-display text-h1">
        {trackOrderMessages.heading(order.number)}
      </h1>
      <p className="mt-2 text-ink-soft">
        {trackOrderMessages.placedOn(shortDate(new Date(order.placedAt)))}
        {order.status === 'shipped' && ` · ${trackOrderMessages.goesTo(`${order.city}, ${order.country}`)}`}
        {partial && ` · ${shippingMessages.partiallyShipped}`}
      </p>
      <PromiseText order={order} className="mt-2" />
      {order.trackingNumber && order.shipments.length === 0 && (
        <p className="mt-2">
          <span className="text-ink-soft">{trackOrderMessages.trackingNumber}: </span>
          <span className="font-semibold tabular-nums">{order.trackingNumber}</span>
        </p>
      )}
      <div className="my-10">
        <OrderProgress status={order.status} reachedAt={order.reachedAt} />
      </div>
      {order.shipments.length > 0 && (
        <div className="mb-10">
          <Shipments shipments={order.shipments} partial={partial} />
        </div>
      )}
      <h2 className="mb-4 font-display text-h2">{orderMessages.items}</h2>
      <OrderLines items={order.items} />
      {hasAmounts(order) && <Totals of={order} />}
      <p className="mt-10 text-ink-soft">
        {trackOrderMessages.help}{' '}
        <Link to="/support" className="font-medium text-violet underline underline-offset-4">
          {trackOrderMessages.helpLink}
        </Link>
      </p>
      <ButtonLink to="/track-order" look="secondary" className="mt-6">
        {trackOrderMessages.another}
      </ButtonLink>
    </article>
  );
}
