export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;

/** Until it leaves the warehouse. The API enforces it; the web hides the button by it. */
export const CANCELLABLE: readonly (typeof ORDER_STATUSES)[number][] = ['pending', 'processing'];
