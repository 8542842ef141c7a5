import { settingsMessages } from '@shop/contracts/account-texts';
import { SignedIn } from '@shop/contracts/identity';
import { forgotPasswordMessages, identityMessages, resetPasswordMessages } from '@shop/contracts/identity-texts';
import { describe, expect, test } from 'vitest';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '../../test/account.ts';
import { createTestStore } from '../../test/test-store.ts';

const shop = await createTestStore();
const { guest, sql, work } = shop;

const NEW_PASSWORD = 'another, longer stone';
const login = (email: string, password: string) => guest.post('/api/auth/login', { email, password });
const reset = (token: string, password = NEW_PASSWORD) => guest.post('/api/auth/reset-password', { token, password });

/** Asks for a link and reads it off the mail, which finds no mail server here and waits. */
async function aResetLink(email: string) {
  await guest.post('/api/auth/forgot-password', { email });
  await work();
  const { rows } = await sql.query<{ token: string }>(
    `select payload->>'token' as token from mails where to_email = $1 and kind = 'reset_password' order by id desc limit 1`,
    [email],
  );
  return rows[0]?.token ?? '';
}

describe('a forgotten password', () => {
  test('AUTH-013 is replaced by a link that works once', async () => {
    const { email } = await anAccount(shop);
    const token = await aResetLink(email);

    const first = await reset(token);
    const second = await reset(token, 'yet another stone');

    expect(first.json()).toEqual({ message: resetPasswordMessages.done });
    expect(second.statusCode).toBe(422);
    expect(second.json()).toMatchObject({ code: 'invalid_link', message: resetPasswordMessages.invalid });
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
    expect((await login(email, PASSWORD)).statusCode).toBe(401);
  });

  test('ends every session and withdraws the other links', async () => {
    const { email, cookie } = await anAccount(shop);
    const older = await aResetLink(email);
    const newer = await aResetLink(email);

    await reset(newer);

    expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(401);
    expect((await reset(older)).statusCode).toBe(422);
  });

  test('is told to its owner by mail', async () => {
    const { email } = await anAccount(shop);

    await reset(await aResetLink(email));

    const { rows } = await sql.query('select kind from mails where to_email = $1 order by id', [email]);
    expect(rows.map(({ kind }) => kind)).toEqual(['welcome', 'reset_password', 'password_changed']);
  });

  test('is answered alike for an address without an account, which gets no mail', async () => {
    const { email } = await anAccount(shop);
    const unknownEmail = anEmail();

    const known = await guest.post('/api/auth/forgot-password', { email });
    const unknown = await guest.post('/api/auth/forgot-password', { email: unknownEmail });
    await work();

    expect([known.statusCode, unknown.statusCode]).toEqual([202, 202]);
    expect(known.body).toBe(unknown.body);
    expect(known.json()).toEqual({ message: forgotPasswordMessages.sent });
    expect((await sql.query('select 1 from mails where to_email = $1', [unknownEmail])).rowCount).toBe(0);
  });

  test('used from two places at once changes it once', async () => {
    const { email } = await anAccount(shop);
    const token = await aResetLink(email);

    const responses = await Promise.all([reset(token, 'first of two stones'), reset(token, 'second of two stones')]);

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  test('of an admin needs twelve characters, and a refused one leaves the link usable', async () => {
    const { email, user } = await anAccount(shop);
    await sql.query("update users set role = 'admin' where id = $1", [user.id]);
    const token = await aResetLink(email);

    const short = await reset(token, 'short stone');

    expect(short.statusCode).toBe(422);
    expect(short.json().message).toBe(identityMessages.adminPasswordTooShort);
    expect((await reset(token)).statusCode).toBe(200);
  });
});

describe('changing the password', () => {
  test('SET-003 SET-005 ends the other sessions and goes on with a new one here', async () => {
    const { email, cookie } = await anAccount(shop);
    const elsewhere = sessionCookie(await login(email, PASSWORD));

    const response = await guest.post(
      '/api/user/password',
      { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      { cookie },
    );

    expect(response.statusCode).toBe(200);
    expect(SignedIn.parse(response.json()).user.email).toBe(email);
    const statuses = [];
    for (const each of [cookie, elsewhere, sessionCookie(response)])
      statuses.push((await guest.get('/api/user/me', { cookie: each })).statusCode);
    expect(statuses).toEqual([401, 401, 200]);
    expect((await login(email, NEW_PASSWORD)).statusCode).toBe(200);
  });

  test('SET-004 is refused without the right current password', async () => {
    const { email, cookie } = await anAccount(shop);

    const response = await guest.post(
      '/api/user/password',
      { currentPassword: 'not this one', newPassword: NEW_PASSWORD },
      { cookie },
    );

    expect(response.statusCode).toBe(422);
    expect(response.json()).toMatchObject({
      code: 'wrong_password',
      errors: [{ field: 'currentPassword', message: settingsMessages.currentPasswordWrong }],
    });
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
  });

  test('leaves no session older than the password', async () => {
    const { cookie } = await anAccount(shop);
    await guest.post('/api/user/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, { cookie });

    const { rowCount } = await sql.query(
      'select 1 from sessions s join users u on u.id = s.user_id where s.created_at < u.password_changed_at',
    );
    expect(rowCount).toBe(0);
  });
});

test('a session ends when the database says so, whatever the clock of the server that opened it', async () => {
  const { user } = await anAccount(shop);
  await sql.query(
    `insert into sessions (user_id, token, created_at, expires_at)
     values ($1, 'from-tomorrow', now() + interval '1 day', now() + interval '31 days')`,
    [user.id],
  );

  const { rows } = await sql.query(
    `select created_at <= clock_timestamp() as begun, expires_at - created_at = interval '30 days' as "forThirtyDays"
       from sessions where token = 'from-tomorrow'`,
  );
  expect(rows).toEqual([{ begun: true, forThirtyDays: true }]);
});
