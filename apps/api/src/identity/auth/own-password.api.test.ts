import { settingsMessages } from '@shop/contracts/identity/account-messages';
import {
  forgotPasswordMessages,
  identityMessages,
  resetPasswordMessages,
} from '@shop/contracts/identity/auth-messages';
import { SignedIn } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import { anAccount, anEmail, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { guest, sql, work } = shop;

const NEW_PASSWORD = 'another, longer stone';
const login = (email: string, password: string) => guest.post('/api/auth/login', { email, password });
const reset = (token: string, password = NEW_PASSWORD) => guest.post('/api/auth/reset-password', { token, password });

/** Requests a link and reads its token from the email, which stays queued: there is no mail server here. */
async function aResetLink(email: string) {
  await guest.post('/api/auth/forgot-password', { email });
  await work();
  const { rows } = await sql.query<{ token: string }>(
    `select payload->>'token' as token from email_messages where to_email = $1 and kind = 'reset_password' order by id desc limit 1`,
    [email],
  );
  return rows[0]?.token ?? '';
}

describe('resetting a forgotten password', () => {
  test('AUTH-013 works by a link that is valid once', async () => {
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

  test('ends every session and invalidates the other links', async () => {
    const { email, cookie } = await anAccount(shop);
    const older = await aResetLink(email);
    const newer = await aResetLink(email);

    await reset(newer);

    expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(401);
    expect((await reset(older)).statusCode).toBe(422);
  });

  test('notifies the account owner by email', async () => {
    const { email } = await anAccount(shop);

    await reset(await aResetLink(email));

    const { rows } = await sql.query('select kind from email_messages where to_email = $1 order by id', [email]);
    expect(rows.map(({ kind }) => kind)).toEqual(['welcome', 'reset_password', 'password_changed']);
  });

  test('returns the same response for an address without an account, which gets no email', async () => {
    const { email } = await anAccount(shop);
    const unknownEmail = anEmail();

    const known = await guest.post('/api/auth/forgot-password', { email });
    const unknown = await guest.post('/api/auth/forgot-password', { email: unknownEmail });
    await work();

    expect([known.statusCode, unknown.statusCode]).toEqual([202, 202]);
    expect(known.body).toBe(unknown.body);
    expect(known.json()).toEqual({ message: forgotPasswordMessages.sent });
    expect((await sql.query('select 1 from email_messages where to_email = $1', [unknownEmail])).rowCount).toBe(0);
  });

  test('twice concurrently by one link succeeds once', async () => {
    const { email } = await anAccount(shop);
    const token = await aResetLink(email);

    const responses = await Promise.all([reset(token, 'first of two stones'), reset(token, 'second of two stones')]);

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });

  test('requires 12 characters for an admin, and a rejected password leaves the link valid', async () => {
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
  test('SET-003 SET-005 ends all sessions and starts a new one on this device', async () => {
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

  test('SET-004 is rejected with a wrong current password', async () => {
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

test('a session starts and expires by the database clock, whatever the clock of the API server', async () => {
  const { user } = await anAccount(shop);
  await sql.query(
    `insert into sessions (user_id, token, created_at, expires_at)
     values ($1, 'from-tomorrow', now() + interval '1 day', now() + interval '31 days')`,
    [user.id],
  );

  const { rows } = await sql.query(
    `select created_at <= clock_timestamp() as started, expires_at - created_at = interval '30 days' as "forThirtyDays"
       from sessions where token = 'from-tomorrow'`,
  );
  expect(rows).toEqual([{ started: true, forThirtyDays: true }]);
});
