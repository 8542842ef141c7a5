import type { PackingOrder } from '@shop/contracts/orders/packing-schema';
import type { OrderItem } from '@shop/contracts/orders/schema';
import { itemsToShip, unitsLeft } from './packing-units.ts';

export type PickedItem = Pick<OrderItem, 'sku' | 'name' | 'options' | 'image'> & {
  key: string;
  /** Of all orders. */
  units: number;
  orders: { id: string; number: string; units: number }[];
};

/** The units left of all orders, summed by SKU and sorted by it. Items without a SKU come last, one per variant. */
export function pickList(orders: PackingOrder[]): PickedItem[] {
  const picked = new Map<string, PickedItem>();
  for (const order of orders)
    for (const item of itemsToShip(order)) {
      const key = item.sku || item.variantId;
      const { sku, name, options, image } = item;
      const found = picked.get(key) ?? { key, sku, name, options, image, units: 0, orders: [] };
      picked.set(key, addUnits(found, order, unitsLeft(item)));
    }
  return [...picked.values()].toSorted(bySku);
}

function addUnits(picked: PickedItem, { id, number }: PackingOrder, units: number): PickedItem {
  const earlier = picked.orders.find((order) => order.id === id);
  const orders = earlier
    ? picked.orders.map((order) => (order === earlier ? { ...order, units: order.units + units } : order))
    : [...picked.orders, { id, number, units }];
  return { ...picked, units: picked.units + units, orders };
}

const bySku = (a: PickedItem, b: PickedItem) =>
  Number(a.sku === '') - Number(b.sku === '') || a.sku.localeCompare(b.sku, 'en') || a.name.localeCompare(b.name, 'en');
