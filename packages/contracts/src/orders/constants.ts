export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;

type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Until it leaves the warehouse: the statuses in which an order is packed. */
export const CANCELLABLE: readonly OrderStatus[] = ['pending', 'processing'];

/** Also not once a part of it is shipped. The API enforces it; the web hides the button by it. */
export const isCancellable = ({ status, hasShipments }: { status: OrderStatus; hasShipments: boolean }) =>
  CANCELLABLE.includes(status) && !hasShipments;

/** How a refund is paid: through the payment provider, or by hand and recorded. */
export const REFUND_METHODS = ['provider', 'cash', 'bank_transfer', 'other'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];
export const OTHER_REFUND_METHODS = ['cash', 'bank_transfer', 'other'] as const satisfies RefundMethod[];
