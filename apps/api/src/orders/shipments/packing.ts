import type { PackingOrder } from '@shop/contracts/orders/packing-schema';
import { listOrdersById } from '#orders/queries.ts';
import { ownOrder } from '#orders/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { listCustomerNames } from './packing-queries.ts';

/** In the order of the ids, each once; unknown ones are left out. */
export async function listPackingOrders(db: Db, ids: string[]): Promise<PackingOrder[]> {
  const [rows, customers] = await Promise.all([listOrdersById(db, ids), listCustomerNames(db, ids)]);
  const orders = new Map(rows.map((row) => [row.id, ownOrder(row)]));
  const names = new Map(customers.map(({ orderId, name }) => [orderId, name]));
  return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((orderId) => {
    const order = orders.get(orderId);
    if (!order) return [];
    const { id, number, createdAt, status, shippingMethod, shippingAddress, items, shipments } = order;
    return {
      id,
      number,
      createdAt,
      status,
      shippingMethod,
      shippingAddress,
      customer: names.get(id) ?? '',
      items,
      shipments: shipments.length,
    };
  });
}
