import type { Found } from '@shop/contracts/find';
import { OrderNumber } from '@shop/contracts/orders';
import type { Permission } from '@shop/contracts/permissions';
import type { Pool } from 'pg';
import { suggestProducts } from '#catalog/service.ts';
import type { Db } from '#db.ts';
import { findCustomers } from '#identity/service.ts';
import { type Actor, mayNow } from '#platform/access.ts';
import { listOrders, listProducts } from './queries.ts';

const EACH = 5;

/** What one may see of the shop, found by a few letters. */
export async function find({ db, pool }: { db: Db; pool: Pool }, actor: Actor, q: string): Promise<Found[]> {
  const ifAllowed = (permission: Permission, look: () => Promise<Found[]>) =>
    mayNow(actor, permission) ? look() : Promise.resolve([]);
  const found = await Promise.all([
    ifAllowed('orders.see', () => findOrders(db, q)),
    ifAllowed('products.see', () => findProducts(db, pool, q)),
    ifAllowed('customers.see', () => findPeople(db, q)),
  ]);
  return found.flat();
}

async function findOrders(db: Db, q: string): Promise<Found[]> {
  const number = OrderNumber.safeParse(q);
  if (!number.success) return [];
  return (await listOrders(db, number.data, EACH)).map(({ id, number, customer }) => ({
    kind: 'order',
    label: `#${number}`,
    details: customer,
    path: `/admin/orders/${id}`,
  }));
}

async function findProducts(db: Db, pool: Pool, q: string): Promise<Found[]> {
  const slugs = (await suggestProducts(pool, q)).map(({ slug }) => slug);
  return (await listProducts(db, slugs, q, EACH)).map(({ id, name, brand }) => ({
    kind: 'product',
    label: name,
    details: brand,
    path: `/admin/products/edit/${id}`,
  }));
}

async function findPeople(db: Db, q: string): Promise<Found[]> {
  return (await findCustomers(db, q, EACH)).map(({ id, name, email }) => ({
    kind: 'customer',
    label: name,
    details: email,
    path: `/admin/customers/${id}`,
  }));
}
