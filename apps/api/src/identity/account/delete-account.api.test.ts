import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { afterAll, describe, expect, test } from 'vitest';
import { releaseRedemptions } from '#discounts/service.ts';
import { getUser } from '#identity/service.ts';
import { findPreferences } from '#identity/user-queries.ts';
import { releaseReservations } from '#inventory/service.ts';
import { insertAllCustomerData, MARK, orderTotals, PHONE } from '#test/builders/customer-with-all-data.ts';
import { dump, RETAINED_REFERENCES, references, rowsWith } from '#test/builders/personal-data.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';
import { aMailServer } from '#test/mail-server.ts';
import { recordStatements } from '#test/statements/record-statements.ts';
import { createTestStore } from '#test/test-store.ts';
import { anonymizeUser, cancelCheckouts } from './erase-queries.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({ env: { SMTP_URL: server.url } });
const { aShopper, anAdmin, db, guest, sql, work } = shop;
const password = 'a long enough password';

test('SET-012 SET-013 account deletion erases all personal data and leaves order amounts unchanged', async () => {
  const ada = await aShopper({ name: 'Quokka Lovelace', email: 'quokka@example.com', password });
  const neighbour = await aShopper({ email: 'neighbour@example.com' });
  await neighbour.post('/api/addresses', {
    name: 'Home',
    line1: '9 Side Street',
    city: 'Springfield',
    state: 'Illinois',
    postalCode: '62701',
    country: 'United States',
  });
  const { orders } = await insertAllCustomerData(shop, ada);
  const neighbourBefore = (await neighbour.get('/api/user/export')).json();
  // A new table with personal data belongs in test/support/builders/customer-with-all-data.ts and erase-queries.ts.
  const before = await references(sql, ada.id);
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
  const { rows: secrets } = await sql.query(
    `select token as secret from sessions where user_id = $1 union all select password from accounts where user_id = $1`,
    [ada.id],
  );
  const markers = [MARK, PHONE, ...secrets.map(({ secret }) => secret)];
  expect(rowsWith(markers, await dump(sql)).length).toBeGreaterThan(50);

  const response = await ada.post('/api/user/deletion', { password });
  await work();

  expect(response.statusCode).toBe(204);
  expect(rowsWith(markers, await dump(sql))).toEqual([]);
  const after = await references(sql, ada.id);
  expect(Object.keys(after).filter((column) => after[column])).toEqual(RETAINED_REFERENCES);
  expect(await orderTotals(sql)).toEqual(orders);
  expect(await failedInvariants(db)).toEqual([]);
  expect((await server.waitFor('quokka@example.com')).map(({ subject }) => subject)).toEqual([
    'Your account was deleted',
  ]);
  const neighbourAfter = (await neighbour.get('/api/user/export')).json();
  expect({ ...neighbourAfter, exportedAt: '' }).toEqual({ ...neighbourBefore, exportedAt: '' });
});

describe('after account deletion', () => {
  test('the account cannot be used, its cookie is cleared and its email address is available again', async () => {
    const ada = await aShopper({ email: 'again@example.com', password });

    const response = await ada.post('/api/user/deletion', { password });

    expect(String(response.headers['set-cookie'])).toMatch(new RegExp(`^${SESSION_COOKIE}=;.*Max-Age=0`));
    expect((await ada.get('/api/user/me')).statusCode).toBe(401);
    expect((await ada.post('/api/user/deletion', { password })).statusCode).toBe(401);
    const credentials = { email: 'again@example.com', password };
    expect((await guest.post('/api/auth/login', credentials)).statusCode).toBe(401);
    expect((await guest.post('/api/auth/register', { name: 'New Ada', ...credentials })).statusCode).toBe(201);
  });

  test('a request whose session was checked before gets no data of the account', async () => {
    const ada = await aShopper({ password });

    await ada.post('/api/user/deletion', { password });

    await expect(getUser(db, ada.id)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await db.run(findPreferences(ada.id))).toBeUndefined();
  });

  test('orders keep only the country of the shipping address', async () => {
    const ada = await aShopper({ password });
    await sql.query(
      `update orders set user_id = $1, address_id = null, shipping_address = shipping_address || '{"line1": "Secret Lane"}'
        where id = (select id from orders where address_id is not null limit 1)`,
      [ada.id],
    );

    await ada.post('/api/user/deletion', { password });

    const { rows } = await sql.query('select email, shipping_address from orders where user_id = $1', [ada.id]);
    expect(rows).toEqual([
      {
        email: `deleted-${ada.id}@deleted.invalid`,
        shipping_address: {
          name: 'Deleted customer',
          line1: '',
          line2: null,
          city: '',
          state: '',
          postalCode: '',
          country: 'United States',
        },
      },
    ]);
  });

  test('unprocessed webhooks keep payment ids and amounts, but no personal data', async () => {
    const { rows } = await sql.query("select payload, processed_at from webhook_inbox where event_id like 'event %'");

    expect(rows).toEqual([
      {
        payload: {
          event: 'payment.captured',
          created_at: null,
          payload: { payment: { entity: { id: 'pay_open', order_id: 'order_open', amount: 1000 } } },
        },
        processed_at: null,
      },
    ]);
  });

  test('an open checkout is cancelled, and its reservation and discount code are released', async () => {
    const { rows } = await sql.query(
      `select c.status, r.status as reservation, s.reserved, p.released_at is not null as released
         from checkouts c join reservations r on r.checkout_id = c.id join stock s on s.variant_id = r.variant_id
         join discount_redemptions p on p.checkout_id = c.id where provider_order_id = 'order_open'`,
    );

    expect(rows).toEqual([{ status: 'cancelled', reservation: 'released', reserved: '0', released: true }]);
  });
});

describe('an account is not deleted', () => {
  test('with a wrong password', async () => {
    const ada = await aShopper({ password });
    const before = (await ada.get('/api/user/me')).json();

    const response = await ada.post('/api/user/deletion', { password: 'a guess' });

    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'wrong_password',
      errors: [{ field: 'password', message: settingsMessages.currentPasswordWrong }],
    });
    expect((await ada.get('/api/user/me')).json()).toEqual(before);
  });

  test('twice by concurrent requests', async () => {
    const ada = await aShopper({ password });

    const responses = await Promise.all([1, 2].map(() => ada.post('/api/user/deletion', { password })));

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 401]);
  });

  test('A31 if it is the last admin account, even when two admins delete theirs concurrently', async () => {
    await sql.query("update users set role = 'customer' where role = 'admin'");
    const grace = await anAdmin({ password });
    const alone = await grace.post('/api/user/deletion', { password });
    const alan = await anAdmin({ password });

    const responses = await Promise.all([grace, alan].map((admin) => admin.post('/api/user/deletion', { password })));

    expect([alone.statusCode, alone.json().message]).toEqual([409, settingsMessages.lastOwner]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409]);
    const { rows } = await sql.query("select from users where role = 'admin' and deleted_at is null");
    expect(rows).toHaveLength(1);
  });
});

type Plan = { 'Node Type': string; 'Index Name'?: string; 'Index Cond'?: string; Plans?: Plan[] };
const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

test('account deletion finds the rows of the customer by index, without reading those of others', async () => {
  const { statements } = await recordStatements(sql, () =>
    db.transaction(async (tx) => {
      await anonymizeUser(tx, { id: UNKNOWN_ID, verifiedEmail: 'unknown@example.com' });
      await cancelCheckouts(tx, UNKNOWN_ID);
      await releaseRedemptions(tx, [UNKNOWN_ID]);
      await releaseReservations(tx, [UNKNOWN_ID]);
    }),
  );

  // Test tables are small enough for sequential scans; this checks that an index can be used instead.
  const client = await sql.connect();
  await client.query('begin');
  await client.query('set local enable_seqscan = off');
  const steps: Plan[] = [];
  for (const { text, values } of statements) {
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    steps.push(...stepsOf(rows[0]['QUERY PLAN'][0].Plan));
  }
  // Partial indexes over few rows, for example open checkouts, may be scanned in full.
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first
       from pg_index where indpred is null`,
  );
  await client.query('rollback');
  client.release();

  const firstColumns = new Map<string, string>(indexes.map(({ name, first }) => [name, first]));
  const readsAll = ({ 'Node Type': type, 'Index Name': index = '', 'Index Cond': condition = '' }: Plan) => {
    const first = firstColumns.get(index);
    const indexCondition = condition.replaceAll(/\w+\./g, '');
    return (
      type === 'Seq Scan' || (first && !indexCondition.includes(`(${first} `) && !indexCondition.includes(`(${first})`))
    );
  };
  expect(statements.length).toBeGreaterThan(23);
  expect(steps.filter(({ 'Index Name': index }) => index).length).toBeGreaterThan(30);
  expect(steps.filter(readsAll)).toEqual([]);
});
