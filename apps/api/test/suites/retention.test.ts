import { readFileSync } from 'node:fs';
import { UNDO_DAYS } from '@shop/contracts/catalog/admin-schema';
import { privacyText } from '@shop/contracts/content/built-in-pages';
import { NEWSLETTER_LINK_DAYS } from '@shop/contracts/newsletter/constants';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GUEST_DAYS } from '#cart/rules.ts';
import { PORTION, RETENTION } from '#platform/retention.ts';
import { INVARIANTS } from '#system/statement-queries.ts';
import { CRONTAB } from '#tasks.ts';
import { createTestStore } from '#test/test-store.ts';

const { sql, work, aShopper } = await createTestStore();
const ada = await aShopper();
const OLD_ROWS = PORTION + 5;

const ALL = Object.entries(RETENTION).map(([rows, retention]) => ({ rows, ...retention }));

/** `age` and `n` are columns of the rows to insert. */
const ID = `(lpad(to_hex((extract(epoch from now() - age) * 1000)::bigint), 12, '0')
             || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid`;
const NAME = `md5(age::text || n)`;
const EMAIL = `${NAME} || '@example.com'`;

/** How a row of an age is inserted. */
const INSERTS: Record<string, string> = {
  readNotifications: `insert into notifications (id, user_id, type, title, message, read_at)
    select ${ID}, '${ada.id}', 'other', '', '', now() from ages`,
  unreadNotifications: `insert into notifications (id, user_id, type, title, message)
    select ${ID}, '${ada.id}', 'other', '', '' from ages`,
  emails: `insert into email_messages (id, message_id, kind, to_email, subject)
    select ${ID}, gen_random_uuid(), 'order_placed', 'ada@example.com', '' from ages`,
  unsolicitedEmails: `insert into unsolicited_emails (recipient, tagged, kind, created_at)
    select sha256((${NAME})::bytea), false, 'welcome', now() - age from ages`,
  logins: `insert into audit_log (id, action, entity, entity_id) select ${ID}, 'login', 'login', n::text from ages`,
  webhooks: `insert into webhook_inbox (provider, event_id, type, payload, received_at, processed_at)
    select 'razorpay', ${NAME}, 'payment.captured', '{}', now() - age, now() from ages`,
  tickets: `insert into support_tickets (id, name, email, subject) select ${ID}, 'Ada', 'ada@example.com', 'A ring' from ages`,
  guestCarts: `insert into carts (guest_token_hash, updated_at) select sha256((${NAME})::bytea), now() - age from ages`,
  guests: `insert into users (name, email, guest_email, created_at) select 'Guest', ${EMAIL}, ${EMAIL}, now() - age from ages`,
  searches: `insert into zero_result_searches (month, query, count) select (now() - age)::date, ${NAME}, 1 from ages`,
  searchDemand: `insert into search_demand (day, query, searches) select (now() - age)::date, ${NAME}, 1 from ages`,
  soldOutDemand: `insert into sold_out_demand (day, subject, item_id, count)
    select (now() - age)::date, 'product', gen_random_uuid(), 1 from ages`,
  demandRemedies: `insert into demand_remedies (subject, key, name, remedy, done_at, day)
    select 'search', ${NAME}, 'bag', 'synonym', now() - age, (now() - age)::date from ages`,
  importItems: `, import as (insert into product_imports (file_name, status, can_set_opening_stock, started_at)
                                select 'a.csv', 'imported', false, now() - age from ages group by age returning id, started_at)
    insert into product_import_items (import_id, row, slug, lines)
    select import.id, n, 'slug', '[]' from ages join import on import.started_at = now() - age`,
  unconfirmedSubscribers: `insert into newsletter_subscribers (email, requested_at) select ${EMAIL}, now() - age from ages`,
  paymentSources: `insert into payment_sources (checkout_id, source, created_at)
    select (select id from checkouts limit 1), decode(${NAME}, 'hex'), now() - age from ages`,
  idempotencyKeys: `insert into idempotency_keys (user_id, key, request_hash, status, created_at)
    select '${ada.id}', ${NAME}, '', 200, now() - age from ages`,
  abandonedIdempotencyKeys: `insert into idempotency_keys (user_id, key, request_hash, created_at)
    select '${ada.id}', ${NAME}, '', now() - age from ages`,
  sessions: `insert into sessions (user_id, token, created_at, expires_at)
    select '${ada.id}', ${NAME}, now(), now() - age from ages`,
  verifications: `insert into verifications (identifier, value, expires_at) select ${NAME}, '', now() - age from ages`,
  emailChangeUndos: `insert into email_change_undos (user_id, old_email, secret_hash, expires_at)
    select '${ada.id}', ${EMAIL}, '', now() - age from ages`,
  unusedReviewPhotos: `insert into review_photos (product_id, width, height, created_at)
    select (select id from products limit 1), 1, 1, now() - age from ages`,
  staffInvitations: `insert into staff_invitations (email, role, secret_hash, expires_at)
    select ${EMAIL}, 'packer', '', now() - age from ages`,
};

const insert = (rows: string, kept: string, more: string, count: number) =>
  sql.query(
    `with ages as materialized (select $1::interval + $2::interval as age, n from generate_series(1, $3::int) n)
     ${INSERTS[rows]}`,
    [kept, more, count],
  );
const run = async (job: string) => {
  await sql.query(`select graphile_worker.add_job($1, max_attempts => 1)`, [job]);
  await work();
};
const count = async (table: string) => Number((await sql.query(`select count(*) as rows from ${table}`)).rows[0]?.rows);

/** Deleting statements, with their rows and their transaction. */
const deletions = async () => (await sql.query('select * from deletions order by xid')).rows;

beforeAll(async () => {
  await sql.query(`
    create table deletions (xid xid8 not null, rows int not null);
    create table interruption (after_portions int not null);
    create function record_deletion() returns trigger language plpgsql security definer as $$
    begin
      if (select count(*) from deletions) >= (select after_portions from interruption) then
        raise 'interrupted';
      end if;
      insert into deletions select pg_current_xact_id(), count(*) from removed having count(*) > 0;
      return null;
    end $$`);
  for (const table of new Set(ALL.map((retention) => retention.table)))
    await sql.query(`create trigger record_deletion after delete on ${table}
                     referencing old table as removed for each statement execute function record_deletion()`);
});
beforeEach(() => sql.query('truncate deletions, interruption'));

describe('a job that deletes old rows', () => {
  test.each(ALL)(
    'deletes exactly the $rows older than $kept, in portions ($job)',
    async ({ rows, table, kept, job }) => {
      const margin = ['searches', 'searchDemand', 'soldOutDemand'].includes(rows) ? '1 day' : '1 minute';
      await run(job);
      await sql.query('truncate deletions');
      const before = await count(table);
      await insert(rows, kept, margin, OLD_ROWS);
      await insert(rows, kept, `-${margin}`, 3);

      await run(job);

      expect(await count(table)).toBe(before + 3);
      const [first, second, ...more] = await deletions();
      expect([first?.rows, second?.rows, more]).toEqual([PORTION, OLD_ROWS - PORTION, []]);
      expect(first?.xid).not.toBe(second?.xid);
    },
  );

  test('continues after an interruption with what is left', async () => {
    await insert('unreadNotifications', '365 days', '1 day', 2 * PORTION + 5);
    await sql.query('insert into interruption values (1)');

    await run('delete_old_notifications');
    expect(await deletions()).toHaveLength(1);
    await sql.query('truncate interruption');
    await sql.query(`select graphile_worker.add_job('delete_old_notifications')`);
    await work();

    expect((await deletions()).map(({ rows }) => rows)).toEqual([PORTION, PORTION, 5]);
  });

  test('keeps other audit entries, unprocessed webhooks, and carts of customers, however old they are', async () => {
    await sql.query(
      `insert into audit_log (id, action, entity, entity_id)
       select ${ID}, 'order.status', 'order', 'kept' from (select interval '5 years' as age) ages`,
    );
    await sql.query(
      `insert into webhook_inbox (provider, event_id, type, payload, received_at)
       values ('razorpay', 'kept', 'payment.captured', '{}', now() - interval '5 years')`,
    );
    await sql.query(`insert into carts (user_id, updated_at) values ('${ada.id}', now() - interval '5 years')`);

    for (const job of ['delete_old_logins', 'delete_old_webhooks', 'delete_old_guest_carts']) await run(job);

    expect(await deletions()).toEqual([]);
  });
});

describe('the retention of rows', () => {
  const [, section = ''] = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8').split(
    '\n## Retention\n',
  );
  const documented = (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, tables = '', , kept = '', job = '']) => ({
      tables: [...tables.matchAll(/`(\w+)`/g)].map(([, table = '']) => table),
      kept,
      job: job.replaceAll('`', ''),
    }));

  test('is documented as the jobs enforce it', () => {
    const enforced = ALL.map(({ table, kept, job }) => `${table}, ${kept}, ${job}`);
    const promised = documented
      .filter(({ job }) => job.startsWith('delete_'))
      .flatMap(({ tables, kept, job }) => tables.map((table) => `${table}, ${kept}, ${job}`));

    expect(promised.toSorted()).toEqual(enforced.toSorted());
  });

  test('is documented for every table', async () => {
    const { rows } = await sql.query<{ name: string }>(
      `select tablename as name from pg_tables
        where schemaname = 'public' and tablename not in ('schema_migrations', 'deletions', 'interruption')`,
    );
    const tables = rows.map(({ name }) => name);

    const listed = new Set(documented.flatMap((row) => row.tables));
    expect(tables.filter((table) => !listed.has(table))).toEqual([]);
    expect([...listed].filter((table) => !tables.includes(table))).toEqual([]);
  });

  test('is enforced by scheduled jobs', () => {
    for (const { job } of ALL) expect(CRONTAB).toContain(` ${job} ?`);
  });

  test('of notifications is a day longer than the check for missing ones looks back', () => {
    const { statement = '' } = INVARIANTS.find(({ id }) => id === 'I20') ?? {};

    expect(`${Number(/interval '(\d+) days'/.exec(statement)?.[1]) + 1} days`).toBe(RETENTION.readNotifications.kept);
  });

  test('matches the periods that the privacy page and other rules promise', () => {
    expect(RETENTION.importItems.kept).toBe(`${UNDO_DAYS + 1} days`);
    expect(RETENTION.guestCarts.kept).toBe(`${GUEST_DAYS} days`);
    expect(RETENTION.unconfirmedSubscribers.kept).toBe(`${NEWSLETTER_LINK_DAYS} days`);
    for (const line of [
      `we delete an unconfirmed address after ${RETENTION.unconfirmedSubscribers.kept}`,
      `Support messages: ${RETENTION.tickets.kept} after the last message`,
      `Logins and failed logins: ${RETENTION.logins.kept}`,
      `Notifications in your account: ${RETENTION.readNotifications.kept} if you have read them, otherwise ${RETENTION.unreadNotifications.kept}`,
      `Copies of emails we sent you: ${RETENTION.emails.kept}`,
      `Carts of guests: ${RETENTION.guestCarts.kept} after the last change`,
      `Messages of the payment provider about your payments: ${RETENTION.webhooks.kept}`,
    ])
      expect(privacyText).toContain(line);
  });
});
