import { listPackingOrders } from '@shop/contracts/orders/admin-operations';
import { PACKING_ORDERS_MAX } from '@shop/contracts/orders/packing-schema';
import { redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';

/** The orders of `?orderId=…&orderId=…` (or `id`). More than a print job holds are rejected, not cut off. */
export async function loadPackingOrders(request: Request, { searchParams }: URL) {
  const ids = [...new Set([...searchParams.getAll('orderId'), ...searchParams.getAll('id')])];
  if (ids.length === 0) throw redirect('/admin/orders');
  if (ids.length > PACKING_ORDERS_MAX) return { orders: [], maxOrders: PACKING_ORDERS_MAX };
  return { orders: await apiFor(request).read(listPackingOrders, { query: { id: ids } }) };
}
