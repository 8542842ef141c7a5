import type { Order } from '@shop/contracts/orders/schema';
import { deliveryMessages as texts } from '@shop/contracts/settings/delivery-messages';
import { useDates } from '#lib/dates.ts';

type DeliveryEstimateTextProps = { order: Pick<Order, 'promise' | 'status' | 'reachedAt'>; className?: string };

/** The dates an order was promised for, and when it was delivered. */
export function DeliveryEstimateText({ order: { promise, status, reachedAt }, className }: DeliveryEstimateTextProps) {
  const { today, dayOf } = useDates();
  if (!promise || status === 'cancelled') return null;
  const delivered = status === 'delivered' && reachedAt.delivered;
  return (
    <p className={className}>
      {delivered
        ? texts.promisedAndDelivered(promise, dayOf(new Date(delivered)), today())
        : texts.promisedFor(promise, today())}
    </p>
  );
}
