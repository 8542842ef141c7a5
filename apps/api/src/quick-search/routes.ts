import type { Permission } from '@shop/contracts/common/permissions';
import { OrderNumber } from '@shop/contracts/orders/schema';
import * as operations from '@shop/contracts/quick-search/admin-operations';
import type { SearchResult } from '@shop/contracts/quick-search/schema';
import type { FastifyPluginAsync } from 'fastify';
import { suggestProducts } from '#catalog/service.ts';
import { findCustomers } from '#identity/service.ts';
import { escapeLike } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { text, uuid } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';

export const findRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.findInAdmin, { access: 'admin.access', rate: 'search' }, ({ actor, query }) =>
    find(app.db, actor, query.q),
  );
};

const MAX_PER_KIND = 5;

/** Quick search of the orders, products and customers that the actor has permission to read. */
async function find(db: Db, actor: Actor, q: string): Promise<SearchResult[]> {
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

const listOrders = (number: string, limit: number) =>
  all('quickSearch.orders', { id: uuid, number: text, customer: text })`
    select o.id, o.number, u.name as customer from orders o join users u on u.id = o.user_id
     where o.number = ${number} order by o.created_at desc limit ${limit}`;

/** Products with a SKU that starts with `sku` first, then those of `slugs`, in their order. */
const listProducts = (slugs: string[], sku: string, limit: number) =>
  all('quickSearch.products', { id: uuid, name: text, brand: text })`
    select p.id, p.name, b.name as brand
      from (select id, min(place) as place
              from (select product_id as id, 0 as place from variants
                     where upper(sku) like ${`${escapeLike(sku.toUpperCase())}%`} limit ${limit}) by_sku
             group by 1
            union
            select id, array_position(${slugs}::text[], slug) from products
             where slug = any (${slugs})) found
      join products p on p.id = found.id join brands b on b.id = p.brand_id
     group by p.id, b.id order by min(found.place) limit ${limit}`;
