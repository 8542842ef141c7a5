import { AdminProductQuery } from '@shop/contracts/catalog/admin-schema';
import type { Parser } from '@shop/contracts/common/parser';
import type { Permission } from '@shop/contracts/common/permissions';
import { CustomerQuery } from '@shop/contracts/identity/admin-schema';
import { AdminOrderQuery } from '@shop/contracts/orders/admin-schema';
import { AdminReviewQuery } from '@shop/contracts/reviews/admin-schema';
import type { ViewList } from '@shop/contracts/saved-views/schema';
import { AdminTicketQuery } from '@shop/contracts/support/admin-schema';
import { countListedProducts } from '#catalog/service.ts';
import { countCustomers } from '#identity/service.ts';
import { countOrders } from '#orders/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { countReviews } from '#reviews/service.ts';
import { countTickets } from '#support/service.ts';
import { filtersOf, hasNul } from './rules.ts';

/** Count up to `limit`. `readMax` limits the rows that must be checked one by one, because no index has the filter. */
type CountLimits = { limit: number; readMax: number };
type Count<Query> = (db: Db, query: Query, limits: CountLimits) => Promise<number | null>;

function defineList<Query>(permission: Permission, schema: Parser<Query>, countRows: Count<Query>) {
  return {
    permission,
    accepts: (query: string) => !hasNul(query) && schema.safeParse(filtersOf(query)).success,
    /** Up to `limit`; null if the list rejects the query, or cannot count its rows quickly. */
    async count(db: Db, query: string, limits: CountLimits) {
      const filter = schema.safeParse(filtersOf(query));
      return filter.success ? countRows(db, filter.data, limits).catch(nullIfInvalid) : null;
    },
  };
}

/** A search that has become too broad, for example. */
function nullIfInvalid(error: unknown) {
  if (error instanceof DomainError && error.kind === 'invalid') return null;
  throw error;
}

/** Each list with the permission to read it. */
export const LISTS = {
  orders: defineList('orders.read', AdminOrderQuery, (db, query, { limit }) => countOrders(db, query, limit)),
  products: defineList('products.read', AdminProductQuery, countListedProducts),
  customers: defineList('customers.read', CustomerQuery, (db, query, { limit }) => countCustomers(db, query, limit)),
  reviews: defineList('reviews.read', AdminReviewQuery, (db, query, { limit }) => countReviews(db, query, limit)),
  tickets: defineList('tickets.read', AdminTicketQuery, (db, query, { limit }) => countTickets(db, query, limit)),
} satisfies Record<ViewList, unknown>;
