import type { PackingOrder } from '@shop/contracts/orders/packing-schema';
import { giftPath } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { listCustomerNames } from './packing-queries.ts';
import { listOrdersById } from './queries.ts';
import { giftLinkOf, ownOrder } from './rules.ts';

/** In the order of the ids, each once; unknown ones are left out. */
export async function listPackingOrders(db: Db, ids: string[], authSecret: string): Promise<PackingOrder[]> {
  const [rows, customers] = await Promise.all([db.run(listOrdersById(ids)), db.run(listCustomerNames(ids))]);
  const orders = new Map(rows.map((row) => [row.id, { ...ownOrder(row), giftLink: giftLinkOf(row) }]));
  const names = new Map(customers.map(({ orderId, name }) => [orderId, name]));
  return [...new Set(ids.map((id) => id.toLowerCase()))].flatMap((orderId) => {
    const order = orders.get(orderId);
    if (!order) return [];
    const { id, number, createdAt, status, shippingMethod, shippingAddress, gift, giftLink, items, shipments } = order;
    return {
      id,
      number,
      createdAt,
      status,
      shippingMethod,
      shippingAddress,
      gift: gift && { ...gift, path: giftPath(giftLink, authSecret) },
      customer: names.get(id) ?? '',
      items,
      shipments: shipments.length,
    };
  });
}
