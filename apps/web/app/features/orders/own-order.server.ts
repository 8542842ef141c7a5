import { Order } from '@shop/contracts/orders/schema';
import { data, redirect } from 'react-router';
import type { apiFor } from '#lib/api.server.ts';

/** Unknown order, another customer's, or a malformed id: redirects to the list of orders. */
const NO_SUCH_ORDER = [404, 414, 422];

export async function loadOwnOrder(api: ReturnType<typeof apiFor>, id: string) {
  const found = await api.tryGet(`/orders/${encodeURIComponent(id)}`, Order);
  if (found.ok) return found.value;
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/orders');
  // The link to a guest's order has expired, or the order belongs to an account now.
  if (found.problem.status === 401) throw redirect('/track-order');
  throw data(found.problem, { status: found.problem.status });
}
