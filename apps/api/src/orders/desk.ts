import { ADMIN_ORDERS_SHOWN, type AdminOrderQuery } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import type { Db } from '#db.ts';
import { listMatching } from '#identity/service.ts';
import { DomainError } from '#platform/errors.ts';
import { listSummaries } from './queries-desk.ts';
import { orderSummary, understood } from './rules-desk.ts';

/** The orders of so many are looked through; who finds more buyers than that is asked to say more. */
const BUYERS_MAX = 500;

export async function browseAllOrders(db: Db, { after, ...filter }: AdminOrderQuery) {
  const among = filter.q ? await lookFor(db, filter.q) : 'all';
  const rows = await listSummaries(db, among, filter, { limit: ADMIN_ORDERS_SHOWN + 1, after });
  const orders = rows.slice(0, ADMIN_ORDERS_SHOWN).map(orderSummary);
  return { orders, next: rows.length > ADMIN_ORDERS_SHOWN ? orders.at(-1)?.id : undefined };
}

/** Where to look for the orders that somebody's words mean. */
export async function lookFor(db: Db, q: string) {
  const { number, email } = understood(q);
  if (number !== undefined) return { number };
  const buyerIds = await listMatching(db, q, BUYERS_MAX + 1);
  if (buyerIds.length <= BUYERS_MAX) return { buyerIds, email };
  const message = adminOrderMessages.tooMany;
  throw new DomainError('invalid', 'too_many_buyers', message, { errors: [{ field: 'q', message }] });
}
