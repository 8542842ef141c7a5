import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { ADMIN_ORDERS_SHOWN, type AdminOrderQuery } from '@shop/contracts/orders/admin-schema';
import { searchUserIds } from '#identity/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { listSummaries } from './queries.ts';
import { orderSummary, parseOrderSearch } from './rules.ts';

/** A search that matches more customers is rejected as too broad. */
const CUSTOMERS_MAX = 500;

export async function browseAllOrders(db: Db, { after, ...filter }: AdminOrderQuery) {
  const scope = filter.q ? await findOrderScope(db, filter.q) : 'all';
  const rows = await listSummaries(db, scope, filter, { limit: ADMIN_ORDERS_SHOWN + 1, after });
  const { items, next } = paginate(rows, ADMIN_ORDERS_SHOWN);
  return { orders: items.map(orderSummary), next };
}

export async function findOrderScope(db: Db, q: string) {
  const { number, email } = parseOrderSearch(q);
  if (number !== undefined) return { number };
  const customerIds = await searchUserIds(db, q, CUSTOMERS_MAX + 1);
  if (customerIds.length <= CUSTOMERS_MAX) return { customerIds, email };
  const message = adminOrderMessages.tooMany;
  throw new DomainError('invalid', 'search_too_broad', message, { errors: [{ field: 'q', message }] });
}
