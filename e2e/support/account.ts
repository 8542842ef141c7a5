import { randomBytes } from 'node:crypto';
import { type BrowserContext, expect, type Page, type Response } from '@playwright/test';
import { SignedIn } from '@shop/contracts/identity/schema';
import pg from 'pg';
import { PASSWORD } from './shop.ts';

export type Customer = Awaited<ReturnType<typeof register>>;

/** Registers a new customer and logs this browser in. */
export async function register(
  context: BrowserContext,
  shop: { url: string },
  name = 'Grace Hopper',
  password = PASSWORD,
) {
  const email = `grace-${randomBytes(6).toString('hex')}@example.com`;
  const response = await context.request.post(`${shop.url}/api/auth/register`, {
    headers: { origin: shop.url },
    data: { name, email, password },
  });
  const { user } = SignedIn.parse(await response.json());
  return { ...user, password };
}

/** Same effect as following the link in the welcome email. */
export const confirmEmail = (sql: pg.Pool, userId: string) =>
  sql.query('update users set email_verified = true where id = $1', [userId]);

/** Each owner gets an email about every change of staff: left behind by hundreds of tests, they delay all other emails. */
export const removeOwners = (sql: pg.Pool, userIds: string[]) =>
  sql.query(`update users set role = 'customer' where id = any ($1) and role in ('admin', 'owner')`, [userIds]);

/** The first address becomes the default. */
export async function insertAddresses(sql: pg.Pool, userId: string, ...names: string[]) {
  const { rows } = await sql.query<{ id: string }>(
    `insert into addresses (user_id, name, line1, line2, city, state, postal_code, country, is_default)
     select $1, name, '1 Main Street', 'Apartment 3', 'Springfield', 'Ontario', 'K1A 0B1', 'Canada', place = 1
       from unnest($2::text[]) with ordinality as given (name, place) returning id`,
    [userId, names],
  );
  return rows.map(({ id }) => id);
}

/** Locks the user's row in another transaction, so that the API's writes to it time out until the lock is released. */
export async function lockUserRow(databaseUrl: string, userId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from users where id = $1 for update', [userId]);
  return () => client.end();
}

export const main = (page: Page) => page.getByRole('main');
export const addressCard = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true });
export const settingsSection = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });

/** The text of a toast, or of the page itself without JavaScript. */
export const expectStatusMessage = (page: Page, text: string) =>
  expect(page.getByRole('status').getByText(text)).toBeVisible();

/**
 * Waits for hydration, after which the page requests the session. A page that failed, for example because the API did not
 * answer in time, ends the test here: without its fields, the next step would wait until the test times out.
 */
export async function gotoHydrated(page: Page, path: string) {
  const before = page.url();
  /** Not the last request of the page before. */
  const isSession = (response: Response) =>
    new URL(response.url()).pathname === '/api/session' && (before.endsWith(path) || response.frame().url() !== before);
  const [, document] = await Promise.all([page.waitForResponse(isSession), page.goto(path)]);
  expect(document?.status() ?? 200, `status of ${path}`).toBeLessThan(500);
}
