import type { Page } from '@playwright/test';
import type pg from 'pg';
import { expect } from '../support/fixtures.ts';

/** The text of a toast, or of the page itself. */
export const expectAdminStatusMessage = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text, { exact: true })).toBeVisible();

/** What a form does, before it is done: a dialog, or without JavaScript a section of the page. */
export const confirmation = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).or(page.getByRole('region', { name: title }));

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

export async function insertTicket(sql: pg.Pool, name: string, email: string, body = 'Does it come in platinum?') {
  const id = await idOf(
    sql,
    `insert into support_tickets (name, email, subject) values ($1, $2, 'A ring for ' || left($1, 180)) returning id`,
    [name, email],
  );
  await sql.query('insert into support_messages (ticket_id, from_staff, body) values ($1, false, $2)', [id, body]);
  return id;
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
