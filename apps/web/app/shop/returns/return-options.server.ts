import { getReturnOptions } from '@shop/contracts/returns/operations';
import { data, redirect } from 'react-router';
import type { Api } from '#lib/api.server.ts';
import { findOrderElsewhere } from '#shop/orders/order-link.server.ts';

/** Unknown order, another customer's, or a malformed id. */
const NO_SUCH_ORDER = [404, 414, 422];

export async function loadReturnOptions(api: Api, orderId: string) {
  const found = await api.call(getReturnOptions, { params: { id: orderId } });
  if (found.ok) return found.value;
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/orders');
  if (found.problem.status === 401) throw findOrderElsewhere(orderId, found.problem);
  throw data(found.problem, { status: found.problem.status });
}
