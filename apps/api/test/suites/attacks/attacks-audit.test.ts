import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { securityLog } from '#audit/service.ts';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { anAccountWithTwoFactor, wrongCode } from '#test/builders/two-factor.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

describe.each(redisModesIfRequested())('audit log, %s', async (_mode, REDIS_URL) => {
  const lines: { msg: string; route?: string; actor?: string; url?: string }[] = [];
  const env = { REDIS_URL };
  const shop = await createTestStore({ env, log: (line) => lines.push(JSON.parse(line)) });
  const { guest, sql, db, config, log, redis, anAdmin, aShopper } = shop;

  const entries = async (where: string, value: string) =>
    (await sql.query(`select * from audit_log where ${where} order by id`, [value])).rows;
  /** Entries are written after the response: waits until there are `count`. */
  const waitForEntries = (where: string, value: string, count = 1) =>
    vi.waitFor(
      async () => {
        const rows = await entries(where, value);
        expect(rows).toHaveLength(count);
        return rows;
      },
      { timeout: 30_000 },
    );
  const logIn = (email: string, password = PASSWORD, headers = {}) =>
    guest.post('/api/auth/login', { email, password }, headers);

  test('A31 records an export of orders with the actor and the filter', async () => {
    const maya = await anAdmin({ role: 'manager' });

    const response = await maya.get('/api/admin/orders/export?status=pending&q=lovelace');
    await maya.get('/api/admin/orders/export?status=bogus');

    expect(response.statusCode).toBe(200);
    expect(await entries('actor_user_id = $1', maya.id)).toMatchObject([
      {
        action: 'export.orders',
        entity: 'export',
        entity_id: 'orders',
        after: { filter: { status: 'pending', q: 'lovelace' } },
        request_id: response.headers['x-request-id'],
      },
    ]);
  });

  test('A31 records an export of newsletter subscribers and a data export with the actor', async () => {
    const conny = await anAdmin({ role: 'content' });

    await conny.get('/api/admin/newsletter/export');
    await conny.get('/api/user/export');

    expect((await entries('actor_user_id = $1', conny.id)).map(({ action }) => action)).toEqual([
      'export.newsletter',
      'export.own-data',
    ]);
  });

  test.each(['/api/admin/orders/export', '/api/admin/newsletter/export', '/api/user/export'])(
    'A31 %s sends nothing when the audit entry cannot be written',
    async (url) => {
      const owner = await anAdmin();
      await sql.query(`alter table audit_log add constraint no_exports check (entity <> 'export') not valid`);

      const response = await owner.get(url);

      await sql.query('alter table audit_log drop constraint no_exports');
      expect(response.statusCode).toBe(500);
      expect(Object.keys(response.json())).not.toContain('profile');
      expect(response.headers['content-disposition']).toBeUndefined();
    },
  );

  test('A20 records login and logout with the account, and whether a second factor was used', async () => {
    const { email, user } = await anAccount(shop);
    const cookie = sessionCookie(await logIn(email));
    await guest.post('/api/auth/logout', undefined, { cookie });
    await guest.post('/api/auth/logout', undefined, { cookie });

    const rows = await entries('actor_user_id = $1', user.id);
    expect(rows).toMatchObject([
      { action: 'login.succeed', entity: 'login', entity_id: user.id, after: { secondFactor: false } },
      { action: 'login.end', entity: 'login', entity_id: user.id },
    ]);
  });

  test('A20 records wrong authentication codes with the account, and the login after them', async () => {
    const { email, user, code } = await anAccountWithTwoFactor(shop);
    const challenge = String((await logIn(email)).json().challenge);
    await guest.post('/api/auth/two-factor', { challenge, code: wrongCode(code(1)) });
    await guest.post('/api/auth/two-factor', { challenge, code: code(1) });

    const rows = await waitForEntries('entity_id = $1', user.id, 2);
    expect(rows.map(({ action, actor_user_id }) => [action, actor_user_id])).toEqual(
      expect.arrayContaining([
        ['login.code', null],
        ['login.succeed', user.id],
      ]),
    );
  });

  test('A20 records a failed login with the account, without the password', async () => {
    const { email, user } = await anAccount(shop);

    await logIn(email, 'guess number one');

    const [row] = await waitForEntries('entity_id = $1', user.id);
    expect(row).toMatchObject({ action: 'login.fail', actor_user_id: null, after: { account: email, attempts: 1 } });
    expect(JSON.stringify(row)).not.toContain('guess');
  });

  test('A20 records a failed login to an unknown email address only by a keyed hash of it', async () => {
    const email = anEmail();
    const hash = createHmac('sha256', config.authSecret)
      .update(`failed login ${email}`)
      .digest('base64url')
      .slice(0, 22);

    await logIn(email, 'guess number one');

    const [row] = await waitForEntries('entity_id = $1', `unknown ${hash}`);
    expect(row).toMatchObject({ action: 'login.fail', after: { attempts: 1 } });
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${email}|guess`));
  });

  test('A20 limits the entries of failed logins per account and hour, and of unknown email addresses in total', async () => {
    const { email, user } = await anAccount(shop);
    const events = securityLog({ db, redis, log, authSecret: config.authSecret });

    const failTimes = async (times: number, emailOf: () => string) => {
      for (let count = 1; count <= times; count += 1) {
        events.loginFailed(emailOf(), 'request-1');
        // An event that gets no connection within a second is not recorded.
        if (count % 50 === 0) await events.flush();
      }
    };

    await failTimes(150, () => email);
    await failTimes(3_000, anEmail);

    const rows = await entries('entity_id = $1', user.id);
    expect(rows.map(({ after }) => after.attempts).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100]);
    const { rows: unknown } = await sql.query("select from audit_log where entity_id like 'unknown %'");
    expect(unknown.length).toBeLessThanOrEqual(1_001);
  });

  test('A31 records a denied permission with actor, method and route', async () => {
    const wim = await anAdmin({ role: 'packer' });

    await wim.get(`/api/admin/customers/${UNKNOWN_ID}`);
    await wim.put('/api/admin/settings', {});

    const rows = await waitForEntries('actor_user_id = $1', wim.id, 2);
    expect(rows.map(({ action, entity, after }) => [action, entity, after])).toEqual(
      expect.arrayContaining([
        ['access.refuse', 'access', { method: 'GET', route: '/api/admin/customers/:id', attempts: 1 }],
        ['access.refuse', 'access', { method: 'PUT', route: '/api/admin/settings', attempts: 2 }],
      ]),
    );
  });

  test('A31 the request log line carries the id of the actor', async () => {
    const ada = await aShopper();
    const account = await anAccount(shop);
    lines.length = 0;

    await ada.get('/api/user/me');
    await ada.get('/api/cart');
    await ada.get('/api/admin/me');
    await logIn(account.email);
    await guest.get('/api/cart');

    const actors = lines.filter(({ msg }) => msg === 'answered').map(({ route, actor }) => [route, actor]);
    expect(actors).toEqual([
      ['/api/user/me', ada.id],
      ['/api/cart', ada.id],
      ['/api/admin/me', ada.id],
      ['/api/auth/login', account.user.id],
      ['/api/cart', undefined],
    ]);
  });

  test('lists logins only when filtered by type or user, and changes otherwise', async () => {
    const owner = await anAdmin({ email: 'watcher@example.com', password: 'nine brown otters swim' });
    const { email, user } = await anAccount(shop);
    await logIn(owner.email, 'nine brown otters swim');
    await logIn(email, 'guess number one');
    await waitForEntries('entity_id = $1', user.id);
    const actions = async (query: string) =>
      (await owner.get(`/api/admin/audit-log?${query}`)).json().map(({ action }: { action: string }) => action);

    expect(await actions('')).not.toContain('login.succeed');
    expect(await actions('entity=login')).toContain('login.succeed');
    expect(await actions('who=watcher@example.com')).toContain('login.succeed');
    expect(await actions(`entity=login&who=${email}`)).toEqual(['login.fail']);
  });

  test('deletes logins and denied permissions after 90 days, and keeps exports', async () => {
    const old = `(lpad(to_hex((extract(epoch from now() - interval '91 days') * 1000)::bigint), 12, '0')
                  || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid`;
    for (const entity of ['login', 'access', 'export'])
      await sql.query(
        `insert into audit_log (id, action, entity, entity_id, after) values (${old}, $1 || '.old', $1, 'old', '{"a": 1}')`,
        [entity],
      );

    await sql.query(`select graphile_worker.add_job('delete_old_logins')`);
    await shop.work();

    expect((await entries('entity_id = $1', 'old')).map(({ entity }) => entity)).toEqual(['export']);
    expect((await entries('entity = $1', 'login')).length).toBeGreaterThan(0);
  });
});
