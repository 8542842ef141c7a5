import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { describe, expect, test } from 'vitest';
import { signToken } from '#identity/rules.ts';
import { PASSWORD } from '#test/builders/account.ts';
import { fingerprint } from '#test/fingerprint.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { anIp } from '#test/network.ts';
import { rounds, valuesAt } from '#test/property-runs.ts';
import { redisModes } from '#test/redis-modes.ts';
import { callsOf, isPermission } from '#test/requests/calls.ts';
import { createTestStore } from '#test/test-store.ts';
import { medianDifference } from '#test/timing.ts';

const address = (more: Record<string, unknown> = {}) => ({
  name: 'Home',
  line1: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  postalCode: '560001',
  country: 'India',
  ...more,
});
const profile = (more: Record<string, unknown> = {}) => ({
  name: 'Eve',
  email: 'eve@example.com',
  phone: null,
  ...more,
});
const review = { rating: 5, comment: 'It sparkles.' };
const preferences = { orderEmails: true, marketing: false };
const isClientError = expect.toSatisfy((status) => status >= 400 && status < 500, 'a client error');

describe.each(redisModes())('%s', async (_mode, REDIS_URL) => {
  const { app, config, aShopper, guest, sql } = await createTestStore({ env: { REDIS_URL } });
  const victim = await aShopper({ name: 'Victoria', email: 'victoria@example.com', password: PASSWORD });
  const eve = await aShopper({ name: 'Eve', email: 'eve@example.com', password: PASSWORD });
  const { addresses } = (await victim.post('/api/addresses', address())).json();
  const [{ id: addressId }] = addresses;
  const [{ id: sessionId }] = (await victim.get('/api/user/sessions')).json();

  describe('data of another customer', () => {
    test('A04 cannot be read: guests get 401, other customers see only their own data', async () => {
      const reads = callsOf(app, addressId).filter(({ method, access }) => method === 'GET' && access !== 'public');
      expect(reads.map(({ url }) => url)).toEqual(
        expect.arrayContaining(['/api/user/me', '/api/user/preferences', '/api/user/sessions', '/api/user/export']),
      );

      for (const { url } of reads) {
        expect([url, (await guest.get(url)).statusCode]).toEqual([url, 401]);
        for (const requestedUrl of [url, `${url}?id=${victim.id}&userId=${victim.id}&email=${victim.email}`]) {
          const { body } = await eve.get(requestedUrl, { 'x-user-id': victim.id });
          for (const secret of [victim.id, victim.email, 'Victoria', addressId, sessionId])
            expect([requestedUrl, body.includes(secret)]).toEqual([requestedUrl, false]);
        }
      }
    });

    test.each([
      ['updating an address', (id: string) => eve.put('/api/addresses', address({ id, isDefault: true })), addressId],
      ['making an address the default', (id: string) => eve.patch(`/api/addresses/${id}/set-default`), addressId],
      ['deleting an address', (id: string) => eve.delete(`/api/addresses/${id}`), addressId],
      ['ending a session', (id: string) => eve.delete(`/api/user/sessions/${id}`), sessionId],
    ])('A05 cannot be changed: %s gives the same 404 as an unknown id', async (_what, touch, id) => {
      const before = await fingerprint(sql);

      const theirs = await touch(id);
      const missing = await touch(UNKNOWN_ID);

      expect(theirs.statusCode).toBe(404);
      expect({ ...theirs.json(), requestId: '' }).toEqual({ ...missing.json(), requestId: '' });
      expect(theirs.headers['content-length']).toBe(missing.headers['content-length']);
      expect(await fingerprint(sql)).toEqual(before);
    });

    test('A05 cannot be changed by sending the user id in the body or the URL', async () => {
      const before = await fingerprint(sql);

      for (const response of [
        await eve.post('/api/addresses', address({ userId: victim.id })),
        await eve.patch('/api/user/me', profile({ id: victim.id })),
        await eve.patch(`/api/user/${victim.id}`, profile()),
        await eve.delete(`/api/user/${victim.id}/sessions`),
        await eve.post('/api/user/deletion', { password: PASSWORD, userId: victim.id }),
      ])
        expect(response.statusCode).toEqual(isClientError);
      expect(await fingerprint(sql)).toEqual(before);
    });
  });

  test('A06 ROLE-011 no spelling of a URL bypasses access control', async () => {
    const before = await fingerprint(sql);
    const spellings = [
      (url: string) => `${url}/`,
      (url: string) => `/${url}`,
      (url: string) => url.replace('/api/', '/api//'),
      (url: string) => url.toUpperCase(),
      (url: string) => url.replace('/api/', '/api/%2e/'),
      (url: string) => url.replace('/api/', '/api/x/%2e%2e/'),
      (url: string) => url.replace('/api/', '/api/public;/'),
      (url: string) => `${url}%00`,
      (url: string) => `${url}.json`,
      (url: string) => `${url}?access=public`,
    ];
    const closedTo = (visitor: 'guest' | 'customer') =>
      callsOf(app, addressId).filter(
        ({ access }) => isPermission(access) || (visitor === 'guest' && access !== 'public'),
      );
    expect(closedTo('guest').length).toBeGreaterThan(20);

    for (const [headers, calls] of [
      [{}, closedTo('guest')],
      [eve.headers, closedTo('customer')],
    ] as const)
      for (const [place, { method, url }] of calls.entries())
        for (const spelled of [url, ...valuesAt(place, spellings, 3).map((spell) => spell(url))]) {
          const response = await app.inject({
            method,
            url: spelled,
            headers: { ...headers, origin: config.publicOrigin, 'x-original-url': '/api/products' },
          });
          expect([method, spelled, response.statusCode]).toEqual([method, spelled, isClientError]);
        }
    for (const { method, url } of closedTo('guest')) {
      const disguised = await app.inject({ method: 'POST', url, headers: { 'x-http-method-override': method } });
      expect([method, url, disguised.statusCode]).toEqual([method, url, isClientError]);
    }
    expect(await fingerprint(sql)).toEqual(before);
  });

  const FIELDS = [
    'role',
    'isAdmin',
    'userId',
    'user_id',
    'createdAt',
    'created_at',
    'deletedAt',
    'emailVerified',
    'twoFactorEnabled',
    'passwordChangedAt',
    'status',
    'paymentStatus',
    'used',
    'constructor',
    'prototype',
  ];
  test.each([
    ['a profile', 'PATCH', '/api/user/me', profile({ name: 'Changed' }), ['id', ...FIELDS]],
    ['an address', 'POST', '/api/addresses', address({ name: 'Changed' }), FIELDS],
    ['preferences', 'PUT', '/api/user/preferences', { ...preferences, marketing: true }, ['id', ...FIELDS]],
    ['a review', 'POST', `/api/products/${UNKNOWN_ID}/reviews`, review, ['id', ...FIELDS]],
    ['an order', 'POST', '/api/payment/create-order', { paymentMethod: 'cod' }, ['id', 'total', 'discount', ...FIELDS]],
    ['a deletion', 'POST', '/api/user/deletion', { password: PASSWORD }, ['id', ...FIELDS]],
    ['a confirmation', 'POST', '/api/auth/confirm-email', { token: 'x' }, ['id', 'email', ...FIELDS]],
    [
      'a registration',
      'POST',
      '/api/auth/register',
      { ...profile(), phone: undefined, password: PASSWORD },
      ['id', ...FIELDS],
    ],
  ] as const)('A07 %s with an unknown field is rejected', async (_what, method, url, body, fields) => {
    const before = await fingerprint(sql);

    for (const field of fields)
      for (const value of ['admin', true, victim.id, { admin: true }]) {
        const payload = JSON.stringify({ ...body, [field]: value });
        const response = await send(method, url, payload);
        expect([field, response.statusCode, response.json().errors]).toEqual([
          field,
          422,
          [{ field, message: expect.any(String) }],
        ]);
      }
    for (const poison of ['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}']) {
      const response = await send(method, url, `{${poison},${JSON.stringify(body).slice(1)}`);
      expect([poison, response.statusCode]).toEqual([poison, isClientError]);
    }
    expect(Object.prototype).not.toHaveProperty('role');
    expect(await fingerprint(sql)).toEqual(before);
  });
  const send = (method: 'PATCH' | 'POST' | 'PUT', url: string, payload: string) =>
    app.inject({
      method,
      url,
      payload,
      headers: {
        ...eve.headers,
        origin: config.publicOrigin,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
    });

  test('A15 changing the email address does not reveal by text, length or timing whether it is taken', async () => {
    const curious = await aShopper();
    // A cheap hash, so that the time of the password check does not hide a difference.
    const cheap = await hash(PASSWORD, { memoryCost: 1_024, timeCost: 1 });
    await sql.query(
      `insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)`,
      [curious.id, cheap],
    );
    const ask = (email: string) => curious.patch('/api/user/me', profile({ email, currentPassword: PASSWORD }));
    // Backdates the emails, so that the rate limit does not apply.
    for (const table of ['email_messages', 'unsolicited_emails'])
      await sql.query(`alter table ${table} alter column created_at set default now() - interval '2 hours'`);
    const taken = await ask(victim.email);
    const free = await ask('unknown@example.com');

    expect([taken.statusCode, taken.body.length, taken.body]).toEqual([200, free.body.length, free.body]);
    // Timing is only asserted in thorough runs, where nothing else loads the machine.
    const apart = await medianDifference(
      rounds(1, 500),
      () => ask(victim.email),
      () => ask('unknown@example.com'),
    );
    if (process.env.THOROUGH) expect(apart).toBeLessThan(0.1);
  }, 120_000);

  test('A16 an ended session is rejected, by cookie and by bearer token', async () => {
    const enders: [string, (person: typeof eve, other: { id: string }) => Promise<unknown>][] = [
      ['ended by id', (person, { id }) => person.delete(`/api/user/sessions/${id}`)],
      ['ended from another session', (person) => person.delete('/api/user/sessions')],
      ['account deleted', (person) => person.post('/api/user/deletion', { password: PASSWORD })],
    ];
    for (const [how, end] of enders) {
      const person = await aShopper({ password: PASSWORD });
      const { rows } = await sql.query(
        `insert into sessions (user_id, token, expires_at) values ($1, gen_random_uuid()::text, now() + interval '1 day')
         returning id, token`,
        [person.id],
      );
      const signed = signToken(rows[0].token, config.authSecret);
      const stolen: Record<string, string>[] = [
        { authorization: `Bearer ${signed}` },
        { cookie: `${SESSION_COOKIE}=${encodeURIComponent(signed)}` },
      ];
      for (const headers of stolen) expect((await guest.get('/api/user/me', headers)).statusCode).toBe(200);

      await end(person, rows[0]);

      for (const headers of stolen)
        expect([how, (await guest.get('/api/user/me', headers)).statusCode]).toEqual([how, 401]);
    }
  });

  describe('A31 account takeover by changing the email address', () => {
    const evil = () => `evil-${randomUUID()}@evil.example`;
    const emailsTo = async (email: string) =>
      (await sql.query('select kind from email_messages where to_email = $1', [email])).rows.map(({ kind }) => kind);
    /** Backdates the login of this user. */
    const age = (id: string, interval: string) =>
      sql.query('update sessions set created_at = now() - $2::interval where user_id = $1', [id, interval]);

    test.each([
      ['admin', {}],
      ['admin', { currentPassword: PASSWORD }],
      ['packer', { currentPassword: PASSWORD }],
    ])('a 20-day-old session of the role %s cannot change the email address, with %o', async (role, more) => {
      const boss = await aShopper({ name: 'Boss', role, password: PASSWORD });
      await age(boss.id, '20 days');
      const email = evil();
      expect((await boss.get('/api/admin/settings')).json().code).toBe(
        role === 'admin' ? 'session_too_old' : 'forbidden',
      );

      const bearer = { authorization: `Bearer ${boss.signed}` };
      const change = { name: 'Boss', email, phone: null, ...more };
      const response = await guest.patch('/api/user/me', change, bearer);

      expect([response.statusCode, response.json().code]).toEqual([403, 'session_too_old']);
      expect(await emailsTo(email)).toEqual([]);
      const renamed = await boss.patch('/api/user/me', { name: 'Big Boss', email: boss.email, phone: null });
      expect(renamed.json().user).toMatchObject({ name: 'Big Boss', email: boss.email });
    });

    test.each([
      ['without the password', {}, settingsMessages.currentPasswordRequired],
      ['with a wrong password', { currentPassword: 'a guess' }, settingsMessages.currentPasswordWrong],
    ])('a profile update with a new email address is rejected %s', async (_how, more, message) => {
      const person = await aShopper({ password: PASSWORD });
      const email = evil();

      const response = await person.patch('/api/user/me', { name: 'Mallory', email, phone: '666', ...more });

      expect([response.statusCode, response.json().errors]).toEqual([422, [{ field: 'currentPassword', message }]]);
      expect(await emailsTo(email)).toEqual([]);
      expect((await person.get('/api/user/me')).json()).toMatchObject({ name: 'Ada Lovelace', phone: null });
    });

    test('password guesses in the profile form are rate limited', async () => {
      const strict = await createTestStore({
        databaseUrl: config.databaseDirectUrl,
        env: { REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' },
      });
      const person = await strict.aShopper({ password: PASSWORD });
      const guess = (currentPassword: string) =>
        person.patch(
          '/api/user/me',
          { name: 'Ada', email: evil(), phone: null, currentPassword },
          { 'x-forwarded-for': anIp() },
        );

      for (let tried = 0; tried < 10; tried++) expect((await guess(`guess ${tried}`)).statusCode).toBe(422);

      expect((await guess(PASSWORD)).statusCode).toBe(429);
    });
  });

  describe('A27 the link that confirms an email change', () => {
    /** Requests a change to an email address unique to this user, and reads the token of the queued email. */
    async function linkOf(person: typeof eve) {
      const email = `next-${person.email}`;
      const response = await person.patch('/api/user/me', profile({ email, currentPassword: PASSWORD }));
      const { rows } = await sql.query("select payload ->> 'token' as token from email_messages where to_email = $1", [
        email,
      ]);
      return { email, token: String(rows[0].token), response };
    }
    const confirm = (token: string) => guest.post('/api/auth/confirm-email', { token, password: PASSWORD });
    const emailOf = async (id: string) =>
      (await sql.query('select email from users where id = $1', [id])).rows[0].email;

    test('works once', async () => {
      const person = await aShopper({ password: PASSWORD });
      const { token, email } = await linkOf(person);

      expect((await confirm(token)).statusCode).toBe(200);
      await sql.query("update users set email = 'back@example.com' where id = $1", [person.id]);
      expect((await confirm(token)).statusCode).toBe(422);
      expect([await emailOf(person.id), email]).toEqual(['back@example.com', `next-${person.email}`]);
      await sql.query('update users set email = $2 where id = $1', [person.id, email]);
    });

    test('expires after 30 minutes by the database clock', async () => {
      const person = await aShopper({ password: PASSWORD });
      const { token } = await linkOf(person);
      const { rows } = await sql.query(
        "select expires_at - created_at = interval '30 minutes' as half_an_hour from verifications where identifier like '%' || $1",
        [person.id],
      );
      await sql.query("update verifications set expires_at = now() where identifier like '%' || $1", [person.id]);

      expect(rows).toEqual([{ half_an_hour: true }]);
      expect((await confirm(token)).statusCode).toBe(422);
      expect(await emailOf(person.id)).toBe(person.email);
    });

    test('works only for the account that requested it', async () => {
      const [one, other] = [await aShopper({ password: PASSWORD }), await aShopper({ password: PASSWORD })];
      const { token } = await linkOf(one);
      await linkOf(other);
      const secret = token.split('.')[1];

      for (const forged of [
        `${other.id}.${secret}`,
        `.${secret}`,
        `${other.id}.`,
        secret ?? '',
        `${token}x`,
        token.toUpperCase(),
      ])
        expect([forged, (await confirm(forged)).statusCode]).toEqual([forged, 422]);
      expect(await emailOf(other.id)).toBe(other.email);
    });

    test('occurs in no response and not in its table', async () => {
      const person = await aShopper({ password: PASSWORD });
      const { token, response } = await linkOf(person);
      const secret = token.split('.')[1] ?? '';
      expect(secret.length).toBeGreaterThan(40);

      const responses = [response];
      for (const { url } of callsOf(app).filter(({ method, access }) => method === 'GET' && access !== 'public'))
        responses.push(await person.get(url));
      responses.push(await confirm(`${person.id}.guess`));

      for (const { body } of responses) expect(body).not.toContain(secret);
      const { rows } = await sql.query('select v::text as row from verifications v');
      expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
    });

    test('is invalidated by a password change, as an attacker may have requested it', async () => {
      const person = await aShopper({ password: PASSWORD });
      const { token } = await linkOf(person);

      const change = { currentPassword: PASSWORD, newPassword: 'another quiet stone' };
      expect((await person.post('/api/user/password', change)).statusCode).toBe(200);

      expect((await confirm(token)).statusCode).toBe(422);
      expect(await emailOf(person.id)).toBe(person.email);
    });
  });
});
