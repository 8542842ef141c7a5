import { CUSTOMERS_SHOWN, type Customer, type CustomerQuery, type RoleChange } from '@shop/contracts/customers';
import { customerMessages } from '@shop/contracts/customers-texts';
import { toAmount } from '@shop/contracts/money';
import { isMaster, isStaff } from '@shop/contracts/permissions';
import { record } from '#audit/service.ts';
import type { Db } from '#db.ts';
import type { Actor } from '#platform/access.ts';
import { DomainError } from '#platform/errors.ts';
import { pageOf } from '#platform/paging.ts';
import { listAddresses, updateRole } from './queries.ts';
import {
  deleteSessionsOf,
  findCustomer,
  listCustomers,
  listMatching,
  listNewestOrders,
  listNewestTickets,
  lockRole,
} from './queries-customers.ts';
import { lockMasters } from './queries-leaving.ts';

/** So many are looked through; who finds more is asked to say more. */
const MATCHES_MAX = 2_000;

const dated = <Row extends { createdAt: string }>(row: Row) => ({
  ...row,
  createdAt: new Date(row.createdAt).toISOString(),
});
const notFound = () => new DomainError('not_found', 'customer_not_found', customerMessages.notFound);

export async function browseCustomers(db: Db, { q, ...wish }: CustomerQuery) {
  const ids = q === undefined ? undefined : await lookFor(db, q);
  const { items, next } = pageOf(
    await listCustomers(db, { ...wish, ids, limit: CUSTOMERS_SHOWN + 1 }),
    CUSTOMERS_SHOWN,
  );
  return { customers: items.map(dated), next };
}

async function lookFor(db: Db, q: string) {
  const ids = await listMatching(db, q, MATCHES_MAX + 1);
  if (ids.length <= MATCHES_MAX) return ids;
  const message = customerMessages.tooMany;
  throw new DomainError('invalid', 'too_many_customers', message, { errors: [{ field: 'q', message }] });
}

/** The first few of them, for whoever knows whom they mean. */
export async function findCustomers(db: Db, q: string, limit: number) {
  return listCustomers(db, { ids: await listMatching(db, q, limit), limit });
}

export async function getCustomer(db: Db, id: string): Promise<Customer> {
  const customer = await findCustomer(db, id);
  if (!customer) throw notFound();
  const [addresses, orders, tickets] = await Promise.all([
    listAddresses(db, id),
    listNewestOrders(db, id),
    listNewestTickets(db, id),
  ]);
  const { spentCents, ...known } = dated(customer);
  return {
    ...known,
    spent: toAmount(spentCents),
    addresses,
    orders: orders.map(({ totalCents, ...order }) => ({ ...dated(order), total: toAmount(totalCents) })),
    tickets,
  };
}

/** All owners are locked first, as when one leaves: two who demote each other at once cannot both succeed. */
export function setRole(db: Db, actor: Actor, id: string, { role }: RoleChange) {
  return db.transaction(async (tx) => {
    const masters = await lockMasters(tx);
    // Asked again under the lock: whoever is no owner any more makes nobody one.
    if (!masters.some((master) => master.id === actor.id)) throw notFound();
    const before = await lockRole(tx, id);
    if (!before) throw notFound();
    if (before.role === role) return { role };
    if (isMaster(before) && !isMaster({ role }) && masters.every((master) => master.id === id))
      throw new DomainError('conflict', 'last_owner', customerMessages.lastOwner);

    await updateRole(tx, id, role);
    await record(tx, actor, { action: 'customer.role', entity: 'customer', entityId: id, before, after: { role } });
    return { role };
  });
}

/** Those who work here are signed out by owners only: nobody locks their own boss out. */
export function signOutEverywhere(db: Db, actor: Actor, id: string) {
  return db.transaction(async (tx) => {
    const person = await lockRole(tx, id);
    if (!person) throw notFound();
    if (isStaff(person) && !isMaster(actor))
      throw new DomainError('forbidden', 'only_owners', customerMessages.onlyOwners);

    const sessions = await deleteSessionsOf(tx, id);
    await record(tx, actor, {
      action: 'customer.sign-out',
      entity: 'customer',
      entityId: id,
      before: { sessions },
      after: { sessions: 0 },
    });
  });
}
