import { CANCELLABLE } from '@shop/contracts/orders/constants';
import type { OrderItem, OrderStatus } from '@shop/contracts/orders/schema';

type Units = Pick<OrderItem, 'quantity' | 'shipped'> & Partial<Pick<OrderItem, 'removed'>>;
type Packable<Item extends Units> = { status: OrderStatus; items: Item[] };

/** To ship: neither in a shipment nor refunded before. */
export const unitsLeft = ({ quantity, shipped, removed = 0 }: Units) => Math.max(quantity - shipped - removed, 0);

export const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** None once the order is shipped, delivered or cancelled. */
export const itemsToShip = <Item extends Units>({ status, items }: Packable<Item>) =>
  CANCELLABLE.includes(status) ? items.filter((item) => unitsLeft(item) > 0) : [];

/** Every unit is in a shipment. Orders shipped before there were shipments have none. */
export const isFullyShipped = ({ items }: { items: Units[] }) =>
  items.length > 0 && items.every((item) => unitsLeft(item) === 0);
