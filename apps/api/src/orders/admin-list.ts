import { plusDays, startOfDay } from '@shop/contracts/common/days';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { ADMIN_ORDERS_SHOWN, type AdminOrderQuery, type OrderFilter } from '@shop/contracts/orders/admin-schema';
import { searchUserIds } from '#identity/service.ts';
import { findStoreTimeZone } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { paginate } from '#platform/http/paging.ts';
import { countMatches, hasPeriod, isByTotal, type OrderScope, type PeriodFilter } from './admin-page-queries.ts';
import { listSummaries } from './admin-queries.ts';
import { orderSummary, parseOrderSearch } from './admin-rules.ts';

/** A search that matches more customers is rejected as too broad. */
const CUSTOMERS_MAX = 500;

/** Up to this many matches are read and sorted by their totals, where no index has that order. */
const SORTED_MAX = 10_000;

export async function browseAllOrders(db: Db, { after, sort, ...query }: AdminOrderQuery) {
  const [scope, filter] = [await scopeOf(db, query), await periodOf(db, query)];
  if (isByTotal(sort)) await assertSortableByTotal(db, scope, filter);
  const rows = await db.run(listSummaries(scope, filter, { limit: ADMIN_ORDERS_SHOWN + 1, after, sort }));
  const { items, next } = paginate(rows, ADMIN_ORDERS_SHOWN);
  return { orders: items.map(orderSummary), next };
}

/** Up to `limit`. */
export async function countOrders(db: Db, filter: OrderFilter, limit: number) {
  const { count } = await db.run(countMatches(await scopeOf(db, filter), await periodOf(db, filter), limit));
  return count;
}

/** Days are those of the store's time zone. */
export async function periodOf(db: Db, { from, to, ...filter }: OrderFilter): Promise<PeriodFilter> {
  if (!from && !to) return filter;
  const timeZone = await findStoreTimeZone(db);
  return {
    ...filter,
    ...(from && { since: startOfDay(from, timeZone).toISOString() }),
    ...(to && { before: startOfDay(plusDays(to, 1), timeZone).toISOString() }),
  };
}

/** An index has all orders by total, but neither those of a period nor those of some customers. */
async function assertSortableByTotal(db: Db, scope: OrderScope, filter: PeriodFilter) {
  if (scope === 'all' && !hasPeriod(filter)) return;
  const { count } = await db.run(countMatches(scope, filter, SORTED_MAX + 1));
  if (count <= SORTED_MAX) return;
  const message = adminOrderMessages.tooManyToSort;
  throw new DomainError('invalid', 'sort_too_broad', message, { errors: [{ field: 'sort', message }] });
}

export const scopeOf = async (db: Db, { q }: OrderFilter): Promise<OrderScope> => (q ? findOrderScope(db, q) : 'all');

async function findOrderScope(db: Db, q: string) {
  const { number, email } = parseOrderSearch(q);
  if (number !== undefined) return { number };
  const customerIds = await searchUserIds(db, q, CUSTOMERS_MAX + 1);
  if (customerIds.length <= CUSTOMERS_MAX) return { customerIds, email };
  const message = adminOrderMessages.tooMany;
  throw new DomainError('invalid', 'search_too_broad', message, { errors: [{ field: 'q', message }] });
}
