import type { Order } from '@shop/contracts/orders/schema';
import { isPartiallyShipped } from '@shop/contracts/orders/shipping';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { Badge } from '#ui/badge.tsx';
import { StatusBadge } from './status-badge.tsx';

/** The status of an order, or that only some of its units are shipped. */
export function OrderBadge({ order }: { order: Pick<Order, 'status' | 'items'> }) {
  if (isPartiallyShipped(order)) return <Badge tone="shipped">{shippingMessages.partiallyShipped}</Badge>;
  return <StatusBadge status={order.status} />;
}
