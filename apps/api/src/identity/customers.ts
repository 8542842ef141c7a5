import { toAmount } from '@shop/contracts/common/money';
import { isOwner, isStaff } from '@shop/contracts/common/permissions';
import { customerMessages } from '@shop/contracts/identity/admin-messages';
import { CUSTOMERS_SHOWN, type Customer, type CustomerQuery } from '@shop/contracts/identity/admin-schema';
import { record } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import { paginate } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import {
  countUsers,
  deleteSessionsOf,
  findCustomer,
  listCustomers,
  listNewestOrders,
  listNewestTickets,
  lockRole,
  searchUserIds,
} from './customer-queries.ts';
import { listAddresses } from './queries.ts';

/** A search with more matches is rejected as too broad. */
const MATCHES_MAX = 2_000;

export const customerNotFound = () => new DomainError('not_found', 'customer_not_found', customerMessages.notFound);

export async function browseCustomers(db: Db, { q, ...filter }: CustomerQuery) {
  const ids = q === undefined ? undefined : await searchIds(db, q);
  const { items, next } = paginate(
    await db.run(listCustomers({ ...filter, ids, limit: CUSTOMERS_SHOWN + 1 })),
    CUSTOMERS_SHOWN,
  );
  return { customers: items.map(withIsoDate), next };
}

/** Up to `limit`. */
export async function countCustomers(db: Db, { q, role }: CustomerQuery, limit: number) {
  return countUsers(db, { ids: q === undefined ? undefined : await searchIds(db, q), role, limit });
}

async function searchIds(db: Db, q: string) {
  const ids = await searchUserIds(db, q, MATCHES_MAX + 1);
  if (ids.length <= MATCHES_MAX) return ids;
  const message = customerMessages.tooMany;
  throw new DomainError('invalid', 'search_too_broad', message, { errors: [{ field: 'q', message }] });
}

/** The first `limit` matches, without the check for too broad a search. */
export async function findCustomers(db: Db, q: string, limit: number) {
  return db.run(listCustomers({ ids: await searchUserIds(db, q, limit), limit }));
}

export async function getCustomer(db: Db, id: string): Promise<Customer> {
  const customer = await db.run(findCustomer(id));
  if (!customer) throw customerNotFound();
  const [addresses, orders, tickets] = await Promise.all([
    db.run(listAddresses(id)),
    db.run(listNewestOrders(id)),
    db.run(listNewestTickets(id)),
  ]);
  const { spentCents, ...summary } = withIsoDate(customer);
  return {
    ...summary,
    spent: toAmount(spentCents),
    addresses,
    orders: orders.map(({ totalCents, ...order }) => ({ ...withIsoDate(order), total: toAmount(totalCents) })),
    tickets,
  };
}

/** Only owners can log out staff members, so that staff cannot lock out an owner. */
export async function logOutEverywhere(tx: Db, actor: Actor, id: string) {
  const user = await tx.run(lockRole(id));
  if (!user) throw customerNotFound();
  if (isStaff(user) && !isOwner(actor))
    throw new DomainError('forbidden', 'owner_required', customerMessages.ownerRequired);

  const { deleted: sessions, live } = await deleteSessionsOf(tx, id);
  recordEffect({ kind: 'deleted', what: 'session', count: live });
  if (sessions === 0) return;
  await record(tx, actor, {
    action: 'customer.sign-out',
    entity: 'customer',
    entityId: id,
    before: { sessions },
    after: { sessions: 0 },
  });
}
