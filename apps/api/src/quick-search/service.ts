import type { Permission } from '@shop/contracts/common/permissions';
import { OrderNumber } from '@shop/contracts/orders/schema';
import type { SearchResult } from '@shop/contracts/quick-search/schema';
import { suggestProducts } from '#catalog/service.ts';
import { findCustomers } from '#identity/service.ts';
import type { Db } from '#platform/database/db.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { listOrders, listProducts } from './queries.ts';

const MAX_PER_KIND = 5;

/** Quick search of the orders, products and customers that the actor has permission to read. */
export async function find(db: Db, actor: Actor, q: string): Promise<SearchResult[]> {
  const ifAllowed = (permission: Permission, search: () => Promise<SearchResult[]>) =>
    canNow(actor, permission) ? search() : Promise.resolve([]);
  const found = await Promise.all([
    ifAllowed('orders.read', () => searchOrders(db, q)),
    ifAllowed('products.read', () => searchProducts(db, q)),
    ifAllowed('customers.read', () => searchCustomers(db, q)),
  ]);
  return found.flat();
}

async function searchOrders(db: Db, q: string): Promise<SearchResult[]> {
  const number = OrderNumber.safeParse(q);
  if (!number.success) return [];
  return (await db.run(listOrders(number.data, MAX_PER_KIND))).map(({ id, number, customer }) => ({
    kind: 'order',
    label: `#${number}`,
    details: customer,
    path: `/admin/orders/${id}`,
  }));
}

async function searchProducts(db: Db, q: string): Promise<SearchResult[]> {
  const slugs = (await suggestProducts(db, q)).map(({ slug }) => slug);
  return (await db.run(listProducts(slugs, q, MAX_PER_KIND))).map(({ id, name, brand }) => ({
    kind: 'product',
    label: name,
    details: brand,
    path: `/admin/products/edit/${id}`,
  }));
}

async function searchCustomers(db: Db, q: string): Promise<SearchResult[]> {
  return (await findCustomers(db, q, MAX_PER_KIND)).map(({ id, name, email }) => ({
    kind: 'customer',
    label: name,
    details: email,
    path: `/admin/customers/${id}`,
  }));
}
