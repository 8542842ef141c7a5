import { beforeEach, describe, expect, test } from 'vitest';
import { marketingToken } from '#identity/marketing-rules.ts';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { anAccountWithTwoFactor } from '#test/builders/two-factor.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';
import { checkTotpSecret, reencryptTotpSecrets } from './totp-secrets.ts';

const OLD = 'the secret before the rotation, 0123456789';
const NEW = 'the secret after the rotation, 9876543210';

const databaseUrl = await createTestDatabase();
const before = await createTestStore({ databaseUrl, env: { AUTH_SECRET: OLD } });
const during = await createTestStore({ databaseUrl, env: { AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: OLD } });
const after = await createTestStore({ databaseUrl, env: { AUTH_SECRET: NEW } });
type Store = typeof before;
type Account = Awaited<ReturnType<typeof anAccountWithTwoFactor>>;

const challengeOf = async ({ guest }: Store, { email }: Account) =>
  String((await guest.post('/api/auth/login', { email, password: PASSWORD })).json().challenge);

async function logIn(store: Store, account: Account) {
  await account.resetUsedCodes();
  return store.guest.post('/api/auth/two-factor', {
    challenge: await challengeOf(store, account),
    code: account.code(),
  });
}
const statusOf = async ({ guest }: Store, headers: Record<string, string>) =>
  (await guest.get('/api/user/me', headers)).statusCode;
const isAcceptedBy = async (store: Store, token: string) =>
  (await store.guest.post('/api/newsletter/unsubscription', { token })).statusCode === 200;
const settings = { authSecret: NEW, acceptedAuthSecrets: [NEW, OLD] };

beforeEach(() => before.sql.query('delete from two_factors'));

describe('a rotation of AUTH_SECRET', () => {
  test('keeps two-factor logins working before, during and after it', async () => {
    const account = await anAccountWithTwoFactor(before);

    const statuses: number[] = [];
    for (const store of [before, during, after]) statuses.push((await logIn(store, account)).statusCode);

    expect(statuses).toEqual([200, 200, 200]);
  });

  test('encrypts a two-factor secret with the new secret when it is used', async () => {
    const account = await anAccountWithTwoFactor(before);
    expect(await checkTotpSecret(before.db, settings)).toBe('previous');

    await logIn(during, account);

    expect(await checkTotpSecret(before.db, settings)).toBe('current');
    expect((await logIn(before, account)).statusCode).toBe(500);
  });

  test('accepts a login that was started with the previous secret', async () => {
    const account = await anAccountWithTwoFactor(before);
    await account.resetUsedCodes();
    const challenge = await challengeOf(before, account);

    const completed = await during.guest.post('/api/auth/two-factor', { challenge, code: account.code() });

    expect(completed.statusCode).toBe(200);
    expect(await statusOf(after, { cookie: sessionCookie(completed) })).toBe(200);
  });

  test('keeps a session with cookie or token, also to turn off two-factor, until the previous secret is dropped', async () => {
    const { cookie, code, resetUsedCodes } = await anAccountWithTwoFactor(before);
    const authorization = `Bearer ${(await anAccount(before)).token}`;
    await resetUsedCodes();

    const both: Record<string, string>[] = [{ cookie }, { authorization }];
    for (const headers of both)
      expect([await statusOf(during, headers), await statusOf(after, headers)]).toEqual([200, 401]);
    const turnedOff = await during.guest.post(
      '/api/user/two-factor/removal',
      { password: PASSWORD, code: code() },
      { cookie },
    );
    expect(turnedOff.statusCode).toBe(200);
  });

  test('lets a session of the previous secret change the password and log out, with cookie or token', async () => {
    const { cookie } = await anAccount(before);
    const { token } = await anAccount(before);
    const change = { currentPassword: PASSWORD, newPassword: 'another quiet violet stone' };

    const both: Record<string, string>[] = [{ cookie }, { authorization: `Bearer ${token}` }];
    for (const headers of both)
      expect((await during.guest.post('/api/user/password', change, headers)).statusCode).toBe(200);

    const other = await anAccount(before);
    await during.guest.post('/api/auth/logout', undefined, { cookie: other.cookie });
    expect(await statusOf(before, { cookie: other.cookie })).toBe(401);
  });

  test('signs new sessions with the new secret', async () => {
    const { cookie } = await anAccount(during);

    expect([await statusOf(after, { cookie }), await statusOf(before, { cookie })]).toEqual([200, 401]);
  });

  test('keeps unsubscribe links of sent emails working until the previous secret is dropped', async () => {
    const { user } = await anAccount(before);
    const token = marketingToken(user.id, OLD);

    expect([await isAcceptedBy(during, token), await isAcceptedBy(after, token)]).toEqual([true, false]);
    expect(await isAcceptedBy(after, marketingToken(user.id, NEW))).toBe(true);
  });

  test('refuses two-factor logins after the previous secret is dropped without re-encryption', async () => {
    const account = await anAccountWithTwoFactor(before);

    expect((await logIn(after, account)).statusCode).toBe(500);
    expect(await checkTotpSecret(before.db, { authSecret: NEW, acceptedAuthSecrets: [NEW] })).toBe('unreadable');
  });
});

describe('re-encryption of all two-factor secrets', () => {
  test('converts those of the previous secret, can be repeated, and counts what no secret decrypts', async () => {
    const accounts = [await anAccountWithTwoFactor(before), await anAccountWithTwoFactor(before)];
    await anAccountWithTwoFactor(during);
    await anAccountWithTwoFactor(during);
    await before.sql.query(
      "update two_factors set secret = translate(left(secret, 1), '0123456789abcdef', '123456789abcdef0') || substr(secret, 2) where id = (select max(id::text)::uuid from two_factors)",
    );
    const run = () => reencryptTotpSecrets(before.db, settings);

    expect(await run()).toEqual({ current: 1, reencrypted: 2, left: 1 });
    expect(await run()).toEqual({ current: 3, reencrypted: 0, left: 1 });
    for (const account of accounts) expect((await logIn(after, account)).statusCode).toBe(200);
  });

  test('processes more secrets than one batch has', async () => {
    const { user } = await anAccountWithTwoFactor(before);
    const copies = 150;
    await before.sql.query(
      `with copy as (insert into users (name, email, role) select 'Copy', 'copy-' || n || '@example.com', 'customer'
                       from generate_series(1, $2::int) n returning id)
       insert into two_factors (user_id, secret, backup_codes)
       select copy.id, secret, '[]' from copy, two_factors where user_id = $1`,
      [user.id, copies],
    );

    expect(await reencryptTotpSecrets(before.db, settings)).toEqual({
      current: 0,
      reencrypted: copies + 1,
      left: 0,
    });
  });
});
