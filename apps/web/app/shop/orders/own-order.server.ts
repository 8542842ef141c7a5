import { getOrder } from '@shop/contracts/orders/operations';
import type { OrderPart } from '@shop/contracts/orders/parts';
import { data, redirect } from 'react-router';
import type { Api, CallResult } from '#lib/api.server.ts';
import { findOrderElsewhere } from './order-link.server.ts';

/** Unknown order, another customer's, or a malformed id: redirects to the list of orders. */
const NO_SUCH_ORDER = [404, 414, 422];

export async function loadOwnOrder(api: Api, id: string, include: OrderPart[] = []) {
  const params = { id };
  const found = await api.call(getOrder, { params, query: { include } });
  // Without the rest, the order is still worth showing.
  const isBroken = !found.ok && found.problem.status >= 500 && include.length > 0;
  return orderOf(id, isBroken ? await api.call(getOrder, { params }) : found);
}

function orderOf<Order>(id: string, found: CallResult<Order>) {
  if (found.ok) return found.value;
  if (NO_SUCH_ORDER.includes(found.problem.status)) throw redirect('/orders');
  if (found.problem.status === 401) throw findOrderElsewhere(id, found.problem);
  throw data(found.problem, { status: found.problem.status });
}

/**
 * For the page of an order, which staff see without what belongs to the customer; an API of the previous release sends none
 * of it. `returnUntil` is null if nothing can be returned.
 */
export async function loadOrderPage(api: Api, id: string) {
  const {
    invoices = [],
    messages = [],
    returns,
    ...order
  } = await loadOwnOrder(api, id, ['invoices', 'messages', 'returns']);
  const canReturn = returns && returns.blocked === null;
  const own = { returns: returns?.returns ?? [], returnUntil: canReturn ? returns.returnUntil : null };
  return { order, invoices, messages, own };
}
