import { createHmac } from 'node:crypto';
import { TwoFactorSetup } from '@shop/contracts/identity/schema';
import { describe, expect, test, vi } from 'vitest';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { anAccountWithTwoFactor, anAuthenticatorApp, wrongCode } from '#test/builders/two-factor.ts';
import { anIp } from '#test/network.ts';
import { redisModes } from '#test/redis-modes.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

const databaseUrl = await createTestDatabase();

describe.each(redisModes())('%s', async (how, REDIS_URL) => {
  const shop = await createTestStore({ databaseUrl, env: { REDIS_URL } });
  const strict = await createTestStore({
    databaseUrl,
    env: { REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' },
  });
  if (how === 'with Redis') await vi.waitUntil(() => shop.redis.usable() && strict.redis.usable(), { timeout: 30_000 });
  const { guest, sql, config } = shop;

  const logIn = (email: string, headers = {}) => guest.post('/api/auth/login', { email, password: PASSWORD }, headers);
  const challengeOf = async (email: string) => String((await logIn(email)).json().challenge);
  const submitCode = (challenge: string, code: string) => guest.post('/api/auth/two-factor', { challenge, code });
  const statuses = (responses: { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode).sort();

  test('A20 rejects a used authentication code and the codes before it', async () => {
    const { email, code, resetUsedCodes } = await anAccountWithTwoFactor(shop);
    await resetUsedCodes();
    const usedCode = code();

    const first = await submitCode(await challengeOf(email), usedCode);
    const again = await submitCode(await challengeOf(email), usedCode);
    const before = await submitCode(await challengeOf(email), code(-1));
    const next = await submitCode(await challengeOf(email), code(1));

    expect([first, again, before, next].map(({ statusCode }) => statusCode)).toEqual([200, 401, 401, 200]);
    expect(again.json().code).toBe('invalid_code');
  });

  test('A20 rejects the code that enabled two-factor authentication at login', async () => {
    const { email, cookie } = await anAccount(shop);
    const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const code = anAuthenticatorApp(TwoFactorSetup.parse(setup.json()).totpUri)();

    await guest.post('/api/user/two-factor/confirmation', { code }, { cookie });

    expect((await submitCode(await challengeOf(email), code)).statusCode).toBe(401);
  });

  test('A20 of concurrent logins with one authentication code, one succeeds', async () => {
    const { email, code, resetUsedCodes } = await anAccountWithTwoFactor(shop);
    await resetUsedCodes();
    const challenges = [await challengeOf(email), await challengeOf(email), await challengeOf(email)];

    const responses = await Promise.all(challenges.map((challenge) => submitCode(challenge, code())));

    expect(statuses(responses)).toEqual([200, 401, 401]);
  });

  test('A20 of concurrent logins with one recovery code, one succeeds', async () => {
    const { email, recoveryCodes } = await anAccountWithTwoFactor(shop);
    const [recovery = ''] = recoveryCodes;
    const challenges = [await challengeOf(email), await challengeOf(email), await challengeOf(email)];

    const responses = await Promise.all(challenges.map((challenge) => submitCode(challenge, recovery)));

    expect(statuses(responses)).toEqual([200, 401, 401]);
  });

  test('A20 replayed codes count as wrong codes: five expire the challenge', async () => {
    const { email, code, resetUsedCodes } = await anAccountWithTwoFactor(shop);
    await resetUsedCodes();
    const usedCode = code();
    await submitCode(await challengeOf(email), usedCode);

    const challenge = await challengeOf(email);
    for (let i = 0; i < 5; i++) await submitCode(challenge, usedCode);
    await resetUsedCodes();

    expect((await submitCode(challenge, code())).json().code).toBe('challenge_expired');
  });

  test('A27 stores recovery codes only as hashes', async () => {
    const { user, email, recoveryCodes } = await anAccountWithTwoFactor(shop);

    const { rows } = await sql.query('select backup_codes from two_factors where user_id = $1', [user.id]);

    const stored = JSON.parse(rows[0].backup_codes);
    expect(stored).toHaveLength(recoveryCodes.length);
    for (const entry of stored) expect(entry).toMatch(/^sha256:[\w-]{43}$/);
    // At least 112 bits, so that a plain hash is enough: 24 of 31 characters.
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{6}-){3}[a-hjkmnp-z2-9]{6}$/);
    expect((await submitCode(await challengeOf(email), stored[0].slice(0, 40))).statusCode).toBe(401);
  });

  test('A20 limits wrong codes while two-factor authentication is set up', async () => {
    const { cookie } = await anAccount(shop);
    const headers = { cookie, 'x-forwarded-for': anIp() };
    const setup = await strict.guest.post('/api/user/two-factor', { password: PASSWORD }, headers);
    const code = anAuthenticatorApp(TwoFactorSetup.parse(setup.json()).totpUri);
    const confirm = () => strict.guest.post('/api/user/two-factor/confirmation', { code: wrongCode(code()) }, headers);

    const responses = [];
    for (let i = 0; i < 12; i++) responses.push((await confirm()).statusCode);

    expect(responses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(responses.slice(10)).toEqual([429, 429]);
  });

  test.each(['removal', 'recovery-codes'])(
    'A31 two-factor %s requires an authentication code besides session and password',
    async (what) => {
      const { email, cookie, code, resetUsedCodes, recoveryCodes } = await anAccountWithTwoFactor(shop);
      const ask = (body: object) => guest.post(`/api/user/two-factor/${what}`, body, { cookie });
      const [recovery = ''] = recoveryCodes;

      const withoutCode = await ask({ password: PASSWORD });
      const wrong = await ask({ password: PASSWORD, code: wrongCode(code()) });
      await resetUsedCodes();
      const used = code();
      await submitCode(await challengeOf(email), used);
      const replayed = await ask({ password: PASSWORD, code: used });
      const wrongPassword = await ask({ password: 'not this one', code: recovery });

      expect(statuses([withoutCode, wrong, replayed, wrongPassword])).toEqual([422, 422, 422, 422]);
      expect((await guest.get('/api/user/two-factor', { cookie })).json()).toMatchObject({
        enabled: true,
        recoveryCodesRemaining: recoveryCodes.length,
      });
      expect((await ask({ password: PASSWORD, code: recovery })).statusCode).toBe(200);
    },
  );

  test('A16 enabling two-factor authentication ends sessions opened with the password alone', async () => {
    const { cookie, email } = await anAccount(shop);
    const other = sessionCookie(await logIn(email));
    const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const code = anAuthenticatorApp(TwoFactorSetup.parse(setup.json()).totpUri)();

    const confirmed = await guest.post('/api/user/two-factor/confirmation', { code }, { cookie });

    const status = async (cookie: string) => (await guest.get('/api/user/me', { cookie })).statusCode;
    expect(await status(other)).toBe(401);
    expect(await status(sessionCookie(confirmed))).toBe(200);
  });

  test('A16 a trusted device cookie, forged with the real secret, does not replace the code', async () => {
    const { email, user } = await anAccountWithTwoFactor(shop);
    const challenge = decodeURIComponent(await challengeOf(email));
    const identifier = challenge.slice(0, challenge.lastIndexOf('.'));
    const sign = (value: string, encoding: 'base64' | 'base64url') =>
      createHmac('sha256', config.authSecret).update(value).digest(encoding);
    const value = `${sign(`${user.id}!${identifier}`, 'base64url')}!${identifier}`;

    const forged = encodeURIComponent(`${value}.${sign(value, 'base64')}`);
    const response = await logIn(email, { cookie: `crystalline.trust_device=${forged}` });

    expect(response.json()).toMatchObject({ twoFactorRequired: true });
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});
