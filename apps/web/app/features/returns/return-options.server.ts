import { ReturnOptions } from '@shop/contracts/returns/schema';
import { data, redirect } from 'react-router';
import type { apiFor } from '#lib/api.server.ts';

type Api = ReturnType<typeof apiFor>;

/** Unknown order, another customer's, or a malformed id. */
const NO_SUCH_ORDER = [404, 414, 422];

export const returnsPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}/returns`;

export async function loadReturnOptions(api: Api, orderId: string) {
  const found = await api.tryGet(returnsPath(orderId), ReturnOptions);
  if (found.ok) return found.value;
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/orders');
  // The link to a guest's order has expired.
  if (found.problem.status === 401) throw redirect('/track-order');
  throw data(found.problem, { status: found.problem.status });
}

/** `returnUntil` is null if nothing can be returned. For the order page, which staff can see too: they see the returns of an order in the admin panel. */
export async function loadOwnReturns(api: Api, orderId: string) {
  const found = await api.tryGet(returnsPath(orderId), ReturnOptions);
  if (!found.ok) return { returns: [], returnUntil: null };
  const { returns, blocked, returnUntil } = found.value;
  return { returns, returnUntil: blocked === null ? returnUntil : null };
}
