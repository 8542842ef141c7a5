import { expect } from '@playwright/test';
import type pg from 'pg';
import { insertReturn, insertTicket } from './admin.ts';

type Ids = (sql: pg.Pool) => Promise<string>;
const firstOf =
  (query: string): Ids =>
  async (sql) =>
    String((await sql.query(query)).rows[0].id);

const PRODUCT = firstOf(`select id from products where status = 'published' order by id limit 1`);
const PAGE = firstOf('select id from pages where built_in order by id limit 1');
/** The id in the path of each page that has one. */
const IDS: Record<string, Ids> = {
  '/admin/products/imports/:importId': firstOf(
    `insert into product_imports (file_name, status, can_set_opening_stock) values ('twice.csv', 'checked', true)
     returning id`,
  ),
  '/admin/products/edit/:productId': PRODUCT,
  '/admin/products/:productId/preview': PRODUCT,
  '/admin/categories/:itemId': firstOf('select id from categories order by id limit 1'),
  '/admin/brands/:itemId': firstOf('select id from brands order by id limit 1'),
  '/admin/collections/:collectionId': firstOf(
    `insert into collections (name, slug, kind, sort) values ('Twice', 'twice', 'manual', 'manual') returning id`,
  ),
  '/admin/orders/:orderId': firstOf('select id from orders order by id desc limit 1'),
  '/admin/orders/batches/:batchId': firstOf('insert into order_batches (finished_at) values (now()) returning id'),
  '/admin/customers/:customerId': firstOf(
    `select id from users where role = 'customer' and email_verified order by id limit 1`,
  ),
  '/admin/support-tickets/:ticketId': (sql) => insertTicket(sql, 'Grace Hopper', 'twice@example.com'),
  '/admin/reviews/:reviewId': firstOf(
    `select id from reviews where status = 'approved' and photo_count > 0 order by id limit 1`,
  ),
  '/admin/promotions/:discountCodeId': firstOf('select id from discount_codes order by id limit 1'),
  '/admin/campaigns/:campaignId': firstOf(
    `insert into campaigns (title, message, channels, state) values ('Twice', 'Once', '{notification}', 'draft')
     returning id`,
  ),
  '/admin/pages/:pageId': PAGE,
  '/admin/pages/:pageId/preview': PAGE,
  '/admin/online-store/blocks/:itemId': firstOf('select id from home_blocks order by position limit 1'),
  '/admin/online-store/slides/:itemId': firstOf('select id from hero_slides order by position limit 1'),
  '/admin/online-store/testimonials/:itemId': firstOf('select id from testimonials order by position limit 1'),
  '/admin/returns/:returnId': insertReturn,
  '/admin/online-store/menus/:itemId': firstOf('select id from menu_links order by position limit 1'),
};

/** Pages that print the orders in their query. */
const PRINTED = ['/admin/orders/packing-slips', '/admin/orders/pick-list'];

/** The URL of a page of the admin panel, with the id of a row. */
export async function urlOf(path: string, sql: pg.Pool) {
  if (PRINTED.includes(path)) return `${path}?orderId=${await firstOf('select id from orders limit 1')(sql)}`;
  if (!path.includes(':')) return path === '/admin/reviews' ? `${path}?status=all` : path;
  const id = IDS[path];
  expect(id, `an id for ${path}`).toBeDefined();
  return path.replace(/:\w+/, (await id?.(sql)) ?? '');
}
