import { PACKING_ORDERS_MAX, PackingOrder } from '@shop/contracts/orders/packing-schema';
import { redirect } from 'react-router';
import { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';

/** The orders of `?orderId=…&orderId=…` (or `id`). More than a print job holds are rejected, not cut off. */
export async function loadPackingOrders(request: Request, { searchParams }: URL) {
  const ids = [...new Set([...searchParams.getAll('orderId'), ...searchParams.getAll('id')])];
  if (ids.length === 0) throw redirect('/admin/orders');
  if (ids.length > PACKING_ORDERS_MAX) return { orders: [], maxOrders: PACKING_ORDERS_MAX };
  const query = new URLSearchParams(ids.map((id) => ['id', id]));
  return { orders: await apiFor(request).get(`/admin/orders/packing?${query}`, z.array(PackingOrder)) };
}
