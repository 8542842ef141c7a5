import { CANCELLABLE } from '@shop/contracts/orders/constants';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { shipmentMessages } from '@shop/contracts/orders/shipment-messages';
import { DomainError } from '#platform/errors.ts';

type Units = { orderItemId: string; quantity: number };
type Line = Units & { shipped: number; removed?: number };

export const shipmentNotFound = () => new DomainError('not_found', 'shipment_not_found', shipmentMessages.notFound);

/** The units that no shipment has yet, and no refund has removed. */
export const unitsLeft = (lines: Line[]): Units[] =>
  lines.flatMap(({ orderItemId, quantity, shipped, removed = 0 }) =>
    quantity > shipped + removed ? { orderItemId, quantity: quantity - shipped - removed } : [],
  );

export const isAnyShipped = (lines: Line[]) => lines.some(({ shipped }) => shipped > 0);

/** The order has one line for each variant. */
export const shippedByVariant = (lines: { variantId: string; shipped: number }[]) =>
  Object.fromEntries(lines.filter(({ shipped }) => shipped > 0).map(({ variantId, shipped }) => [variantId, shipped]));

/** Each item once, with the sum of its quantities. */
export function mergeItems(items: Units[]): Units[] {
  const quantities = new Map<string, number>();
  for (const { orderItemId, quantity } of items)
    quantities.set(orderItemId, (quantities.get(orderItemId) ?? 0) + quantity);
  return [...quantities].map(([orderItemId, quantity]) => ({ orderItemId, quantity }));
}

export const countUnits = (items: Units[]) => items.reduce((sum, { quantity }) => sum + quantity, 0);

/** Before it is shipped completely. */
export function assertShippable({ status }: { status: OrderStatus }) {
  if (!CANCELLABLE.includes(status))
    throw new DomainError('conflict', 'shipment_not_allowed', shipmentMessages.notShippable);
}

/** Also rejects items of another order, of which no units are left. */
export function assertUnitsLeft(items: Units[], lines: Line[]) {
  const left = new Map(unitsLeft(lines).map(({ orderItemId, quantity }) => [orderItemId, quantity]));
  if (items.some(({ orderItemId, quantity }) => quantity > (left.get(orderItemId) ?? 0)))
    throw new DomainError('conflict', 'units_not_left', shipmentMessages.notLeft);
}
