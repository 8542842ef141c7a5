import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verify } from '@node-rs/argon2';
import { STAFF_ROLES } from '@shop/contracts/common/permissions';
import { NewAddress } from '@shop/contracts/identity/schema';
import { InvoiceDocument } from '@shop/contracts/invoices/schema';
import { RETURN_STATUSES } from '@shop/contracts/returns/constants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyse } from '#analytics/service.ts';
import { Connection } from '#platform/database/connection.ts';
import { migrate } from '#platform/database/migrate.ts';
import { loadDemo } from '#sample/demo/load.ts';
import { DEMO_STAFF_ACCOUNTS } from '#sample/demo/staff.ts';
import { loadSample } from '#sample/load.ts';
import { aDatabase } from '#test/database.ts';
import { fingerprint } from '#test/fingerprint.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';

const SECONDS_MAX = 120;

const database = await aDatabase();
const { db, pool, close } = new Connection({
  url: database.url,
  applicationName: 'demo-test',
  max: 2,
  statementTimeoutMs: 30_000,
  onError: () => {},
});
const store = { exists: async () => true, put: async () => {} };
let added = false;
let seconds = 0;

beforeAll(
  async () => {
    await migrate(database.url);
    await loadSample(db, store);
    const started = performance.now();
    added = await loadDemo(db);
    seconds = (performance.now() - started) / 1000;
  },
  (SECONDS_MAX + 60) * 1000,
);
afterAll(async () => {
  await close();
  await database.drop();
});

/** One number for each row of `key, count`. */
async function countBy(query: string) {
  const { rows } = await pool.query<{ key: string; count: number }>(query);
  return Object.fromEntries(rows.map(({ key, count }) => [key, Number(count)]));
}
const countRows = async (table: string) =>
  (await countBy(`select 'all' as key, count(*)::int as count from ${table}`)).all ?? 0;

test(`the demo data is loaded in less than ${SECONDS_MAX} seconds`, () => {
  expect(added).toBe(true);
  expect(seconds).toBeLessThan(SECONDS_MAX);
});

test('the demo data passes every data integrity check', async () => {
  expect(await failedInvariants(db)).toEqual([]);
});

test.each([
  ['orders', 3_000],
  ["users where role = 'customer'", 1_200],
  ['addresses', 1_200],
  ['reviews where user_id is not null', 850],
  ["reviews where status = 'pending'", 3],
  ["reviews where status = 'rejected'", 5],
  ['support_tickets', 120],
  ['campaigns', 3],
  ['newsletter_subscribers', 300],
  ['wishlist_items', 800],
  ['waitlist', 10],
  ['carts', 100],
  ["checkouts where status = 'expired'", 50],
  ["payments where status = 'failed'", 20],
  ["refunds where status = 'processed'", 100],
  ['refunds r join payments p on p.id = r.payment_id where r.amount_minor < p.amount_minor', 30],
  ["reservations where status = 'released' and not written_off", 60],
  ['reservations where written_off', 3],
  ['shipments where number = 2', 30],
  ['orders where gift is not null', 150],
  ["orders where gift is not null and status in ('pending', 'processing')", 1],
  ["returns where status = 'requested'", 3],
  ['return_lines', 30],
  ["return_lines where outcome = 'exchange'", 10],
  ["exchange_reservations where status = 'reserved'", 3],
  ["exchange_reservations where status = 'sold'", 2],
  ['returned_units where restocked > 0', 4],
  ['returns where refund_minor > 0', 1],
  ['returns where recipient_email is not null', 1],
  ["audit_log where action like 'return.%'", 15],
  ['support_messages where from_staff', 60],
  ["invoices where kind = 'credit_note'", 100],
  ['discount_redemptions where released_at is null', 200],
  ['stock where available = 0', 3],
  ['low_stock', 5],
  ['order_notes', 60],
  ["audit_log where action = 'order.status'", 3_000],
  ["stock_movements where reason = 'Received'", 300],
  ['zero_result_searches', 100],
  ['search_demand where zero_results > 0', 300],
  ['search_demand where clicks > 0', 20],
  ['sold_out_demand', 20],
  ['demand_remedies', 2],
])('the demo data has rows of %s', async (table, least) => {
  expect(await countRows(table)).toBeGreaterThanOrEqual(least);
});

test('orders, payments, tickets and returns have every status', async () => {
  const statusesOf = (table: string, column = 'status') =>
    countBy(`select ${column} as key, count(*)::int as count from ${table} group by 1`);
  expect(Object.keys(await statusesOf('orders')).sort()).toEqual([
    'cancelled',
    'delivered',
    'pending',
    'processing',
    'shipped',
  ]);
  expect(Object.keys(await statusesOf('orders', 'payment_status')).sort()).toEqual(['paid', 'pending', 'refunded']);
  expect(Object.keys(await statusesOf('support_tickets')).sort()).toEqual(['answered', 'closed', 'open']);
  expect(Object.keys(await statusesOf('returns')).sort()).toEqual([...RETURN_STATUSES].sort());
});

test('Saturdays sell more than Tuesdays, and the weeks before Christmas more than July', async () => {
  const weekdays = await countBy(`
    select extract(isodow from created_at at time zone 'UTC')::int as key, count(*)::int as count
      from orders group by 1`);
  expect(weekdays['6']).toBeGreaterThan(1.3 * (weekdays['2'] ?? 0));

  const { december = 0, july = 0 } = await countBy(`
    select case when day between '1210' and '1224' then 'december' else 'july' end as key, count(*)::int as count
      from (select to_char(created_at at time zone 'UTC', 'MMDD') as day from orders) o
     where day between '1210' and '1224' or day between '0701' and '0715' group by 1`);
  expect(december).toBeGreaterThan(1.5 * july);
});

test('every email address is of example.com, and every address is one that the form accepts', async () => {
  expect(await countRows("users where email not like '%@example.com'")).toBe(0);
  expect(await countRows("newsletter_subscribers where email not like '%@example.com'")).toBe(0);
  expect(await countRows("support_tickets where email not like '%@example.com'")).toBe(0);
  expect(await countRows("returns where recipient_email not like '%@example.com'")).toBe(0);
  const { rows } = await pool.query(
    `select name, recipient, line1, line2, city, state, postal_code as "postalCode", country, phone from addresses`,
  );
  const rejected = rows.filter((entered) => {
    const parsed = NewAddress.safeParse(entered);
    return !parsed.success || parsed.data.postalCode !== entered.postalCode;
  });
  expect(rejected).toEqual([]);
});

test('the units received are the sum of the stock movements', async () => {
  expect(
    await countRows(`stock s where received <> (
      select coalesce(sum(delta), 0) from stock_movements m where m.variant_id = s.variant_id)`),
  ).toBe(0);
});

test('invoices are numbered without gaps and are valid documents', async () => {
  expect(
    await countRows(`(select series, count(*) as issued, max(sequence) as highest from invoices group by 1) i
      join invoice_counters c using (series) where (c.last, c.last) <> (i.issued, i.highest)`),
  ).toBe(0);
  const { rows } = await pool.query('select document from invoices limit 200');
  for (const { document } of rows) expect(InvoiceDocument.safeParse(document).success).toBe(true);
});

test('analytics have the sales of every order that is not cancelled, and the visits of a year', async () => {
  expect(await countRows('order_changes')).toBe(0);
  const { counted } = await countBy(
    "select 'counted' as key, sum(orders)::int as count from sales where subject = 'all' and grain = 'day'",
  );
  expect(counted).toBe(await countRows("orders where status <> 'cancelled'"));
  expect(await countRows("daily_counts where metric = 'visits'")).toBe(365);

  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const owner = { id: UNKNOWN_ID, name: 'Grace', role: 'owner' };
  const report = await analyse(db, owner, { from: daysAgo(60), to: daysAgo(30) }, new Date());
  expect(report.products.length).toBeGreaterThan(5);
  expect(report.searches.length).toBeGreaterThan(5);
  expect(report.totals.orders).toBeGreaterThan(50);
});

describe('demo accounts', () => {
  test('there is one for each role', async () => {
    const roles = await countBy(`
      select role as key, count(*)::int as count from users where role <> 'customer' group by 1`);
    expect(Object.keys(roles).sort()).toEqual([...STAFF_ROLES].sort());
  });

  test.each(DEMO_STAFF_ACCOUNTS)('$email accepts its password', async ({ email, password, role }) => {
    const { rows } = await pool.query(
      'select a.password as hash, u.role from accounts a join users u on u.id = a.user_id where u.email = $1',
      [email],
    );
    expect(rows[0].role).toBe(role);
    expect(await verify(rows[0].hash, password)).toBe(true);
  });
});

test('loading the demo data again changes nothing', async () => {
  const before = await fingerprint(pool);

  expect(await loadDemo(db, new Date(Date.now() + 86_400_000))).toBe(false);

  expect(await fingerprint(pool)).toEqual(before);
});

describe('npm run setup', () => {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  const setUp = (args: string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, ['scripts/setup.ts', ...args], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: 'postgres://127.0.0.1:1/none', ...env },
    });

  test('refuses --demo in production before it changes anything', async () => {
    const env = { NODE_ENV: 'production', AUTH_SECRET: 'a secret of at least 32 characters, for tests only' };
    await expect(setUp(['--demo'], env)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('--demo'),
    });
  });

  test('refuses an unknown option', async () => {
    await expect(setUp(['--demos'], {})).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining("'--demos'"),
    });
  });
});
