import type { Page } from '@playwright/test';
import type pg from 'pg';
import { expect } from '../support/fixtures.ts';

/** The text of a toast, or of the page itself. */
export const expectAdminStatusMessage = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible();

/** What a form does, before it is done: a dialog, or without JavaScript a section of the page. */
export const confirmation = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).or(page.getByRole('region', { name: title }));

/** Public pages are cached for up to two seconds: requests one until it is as expected, which takes less than loading it. */
export const expectHtml = (page: Page, path: string) =>
  expect.poll(async () => (await page.request.get(path)).text(), { intervals: [200] });

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

const idOf = async (sql: pg.Pool, text: string, values: unknown[] = []) =>
  String((await sql.query(text, values)).rows[0].id);

/** A review of the first published product, with this author name. */
export const insertReview = (sql: pg.Pool, author: string, comment = 'It sparkles.') =>
  idOf(
    sql,
    `insert into reviews (product_id, user_name, rating_halves, comment)
     select id, $1, 9, $2 from products where status = 'published' order by id limit 1 returning id`,
    [author, comment],
  );

/** A requested return of an item of a delivered order. */
export const insertReturn = (sql: pg.Pool) =>
  idOf(
    sql,
    `with returned as (insert into returns (order_id, expires_at)
                       select id, now() + interval '14 days' from orders
                        where status = 'delivered' and payment_status = 'paid' order by id limit 1
                       returning id, order_id)
     insert into return_lines (return_id, order_line_id, quantity, reason, outcome)
     select r.id, l.id, 1, 'too_small', 'refund' from returned r join order_lines l on l.order_id = r.order_id
      order by l.id limit 1 returning return_id as id`,
    [],
  );

export async function insertTicket(sql: pg.Pool, name: string, email: string, body = 'Does it come in platinum?') {
  const id = await idOf(
    sql,
    `insert into support_tickets (name, email, subject) values ($1, $2, 'A ring for ' || left($1, 180)) returning id`,
    [name, email],
  );
  await sql.query('insert into support_messages (ticket_id, from_staff, body) values ($1, false, $2)', [id, body]);
  return id;
}

/** A search with no results, a sold-out product and a remedy, today. */
export async function insertDemand(sql: pg.Pool, query: string) {
  await sql.query(
    `insert into search_demand (day, query, searches, zero_results)
     select (now() at time zone store_time_zone())::date, name, 7, 7 from unnest($1::text[]) name on conflict do nothing`,
    [[query, `${query.slice(0, 75)} done`]],
  );
  await sql.query(
    `insert into sold_out_demand (day, subject, item_id, count)
     select (now() at time zone store_time_zone())::date, 'product', id, 3 from products
      where status = 'published' order by id limit 1 on conflict do nothing`,
  );
  await sql.query(
    `insert into demand_remedies (subject, key, name, remedy, day)
     values ('search', $1, $1, 'synonym', (now() at time zone store_time_zone())::date) on conflict do nothing`,
    [`${query.slice(0, 75)} done`],
  );
}

export async function insertFailedJob(sql: pg.Pool) {
  const id = await idOf(
    sql,
    `select id from graphile_worker.add_job('check_invariants', run_at => now() + interval '1 day')`,
  );
  await sql.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It broke.' where id = $1`,
    [id],
  );
  return id;
}
