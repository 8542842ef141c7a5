import { identityMessages, loginMessages, registerMessages } from '@shop/contracts/identity/auth-messages';
import { KNOWN_DEVICE_COOKIE, SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { SignedIn, User } from '@shop/contracts/identity/schema';
import { describe, expect, test, vi } from 'vitest';
import { anEmail, PASSWORD, anAccount as register, sessionCookie } from '#test/builders/account.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { guest, sql } = shop;

const anAccount = () => register(shop);

const login = (email: string, password = PASSWORD) => guest.post('/api/auth/login', { email, password });

describe('registering', () => {
  test('API-002 AUTH-008 creates a customer account, logs in by cookie and returns user and token', async () => {
    const email = anEmail();

    const response = await guest.post('/api/auth/register', { name: ' Ada Lovelace ', email, password: PASSWORD });

    expect(response.statusCode).toBe(201);
    const { user, token } = SignedIn.parse(response.json());
    expect(user).toMatchObject({ name: 'Ada Lovelace', email, role: 'customer', addresses: [] });
    const cookie = sessionCookie(response);
    expect(decodeURIComponent(cookie)).toBe(`${SESSION_COOKIE}=${token}`);
    expect(User.parse((await guest.get('/api/user/me', { cookie })).json()).id).toBe(user.id);
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  test('stores the password only as an argon2id hash', async () => {
    const { user } = await anAccount();

    const { rows } = await sql.query('select password from accounts where user_id = $1', [user.id]);
    expect(rows).toEqual([{ password: expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/) }]);
  });

  test('ERR-008 with an email address that has an account is rejected, regardless of case', async () => {
    const { email } = await anAccount();

    const response = await guest.post('/api/auth/register', {
      name: 'Eve',
      email: email.toUpperCase(),
      password: PASSWORD,
    });

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'email_exists', message: registerMessages.emailTaken });
  });

  test('concurrently with one email address creates one account and rejects the others', async () => {
    const email = anEmail();

    const responses = await Promise.all(
      Array.from({ length: 8 }, () => guest.post('/api/auth/register', { name: 'Ada', email, password: PASSWORD })),
    );

    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
    const { rows } = await sql.query(
      `select (select count(*)::int from users where email = $1) as users,
              (select count(*)::int from accounts a join users u on u.id = a.user_id where email = $1) as accounts`,
      [email],
    );
    expect(rows).toEqual([{ users: 1, accounts: 1 }]);
  });

  test.each([
    ['VAL-004', 'name', { name: ' ' }, identityMessages.nameRequired],
    ['VAL-005', 'email', { email: '' }, identityMessages.emailRequired],
    ['VAL-006', 'email', { email: 'ada@example' }, identityMessages.emailInvalid],
    ['VAL-007', 'password', { password: '' }, identityMessages.passwordRequired],
    ['VAL-008', 'password', { password: '12345' }, identityMessages.passwordTooShort],
  ])('%s returns a field error for an invalid %s', async (_id, field, wrong, message) => {
    const response = await guest.post('/api/auth/register', {
      name: 'Ada',
      email: anEmail(),
      password: PASSWORD,
      ...wrong,
    });

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toContainEqual({ field, message });
  });

  test('accepts a password of six characters, the minimum', async () => {
    const response = await guest.post('/api/auth/register', { name: 'Ada', email: anEmail(), password: 'x7-k2q' });

    expect(response.statusCode).toBe(201);
  });
});

describe('logging in', () => {
  test('API-001 returns user and token', async () => {
    const { email, user } = await anAccount();

    const response = await login(` ${email.toUpperCase()} `);

    expect(response.statusCode).toBe(200);
    expect(SignedIn.parse(response.json()).user.id).toBe(user.id);
  });

  test('AUTH-007 sets a session cookie that is HttpOnly, Secure and SameSite=Lax', async () => {
    const { email } = await anAccount();

    const cookies = [(await login(email)).headers['set-cookie'] ?? []].flat();

    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([SESSION_COOKIE, KNOWN_DEVICE_COOKIE]);
    for (const cookie of cookies)
      expect(cookie.toLowerCase().split('; ')).toEqual(
        expect.arrayContaining(['httponly', 'secure', 'samesite=lax', 'path=/']),
      );
  });

  test('API-003 returns a token that works as Authorization: Bearer', async () => {
    const { email, user } = await anAccount();
    const { token } = SignedIn.parse((await login(email)).json());

    const me = await guest.get('/api/user/me', { authorization: `Bearer ${token}` });

    expect(me.json().id).toBe(user.id);
  });

  test('AUTH-012 ERR-006 returns the same error for a wrong password and an unknown email address', async () => {
    const { email } = await anAccount();

    const wrong = await login(email, 'not the password');
    const unknown = await login(anEmail());

    expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401]);
    const withoutRequestId = ({ requestId: _, ...problem }: Record<string, unknown>) => problem;
    expect(withoutRequestId(wrong.json())).toEqual(withoutRequestId(unknown.json()));
    expect(wrong.json()).toMatchObject({ code: 'invalid_credentials', message: loginMessages.invalidCredentials });
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  test('again keeps the existing session', async () => {
    const { email, cookie } = await anAccount();
    const second = sessionCookie(await login(email));

    expect(second).not.toBe(cookie);
    for (const each of [cookie, second])
      expect((await guest.get('/api/user/me', { cookie: each })).statusCode).toBe(200);
  });
});

test('a login is refused before its body is read while 20 others wait, and accepted when they have ended', async () => {
  const { email } = await anAccount();
  const blocker = await sql.connect();
  await blocker.query('begin; lock table users in access exclusive mode');
  const waiting = Array.from({ length: 20 }, () => login(email));
  const sendUnreadable = () => guest.post('/api/auth/login', 'no JSON', { 'content-type': 'application/json' });

  const refused = await vi.waitUntil(async () => {
    const response = await sendUnreadable();
    return response.statusCode === 429 && response;
  });

  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.json()).toMatchObject({ code: 'busy', message: loginMessages.busy });
  await blocker.query('rollback');
  blocker.release();
  await Promise.all(waiting);
  expect((await sendUnreadable()).statusCode).toBe(400);
  expect((await login(email)).statusCode).toBe(200);
});

describe('logging out', () => {
  test('AUTH-010 ends the session and clears the cookie', async () => {
    const { cookie } = await anAccount();

    const response = await guest.post('/api/auth/logout', undefined, { cookie });

    expect(response.statusCode).toBe(204);
    expect([response.headers['set-cookie'] ?? []].flat().join('\n')).toMatch(
      new RegExp(`^${SESSION_COOKIE}=;.*Max-Age=0`, 'm'),
    );
    expect((await guest.get('/api/user/me', { cookie })).statusCode).toBe(401);
  });

  test('ends the session of a bearer token too', async () => {
    const { token } = await anAccount();
    const authorization = `Bearer ${token}`;

    await guest.post('/api/auth/logout', undefined, { authorization });

    expect((await guest.get('/api/user/me', { authorization })).statusCode).toBe(401);
  });

  test('as a guest succeeds without effect', async () => {
    expect((await guest.post('/api/auth/logout', undefined)).statusCode).toBe(204);
  });
});
