import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { identityMessages, loginMessages, twoFactorLoginMessages } from '@shop/contracts/identity/auth-messages';
import { RecoveryCodes, SignedIn, TwoFactorSetup } from '@shop/contracts/identity/schema';
import { describe, expect, test } from 'vitest';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { anAccountWithTwoFactor, anAuthenticatorApp, wrongCode } from '#test/builders/two-factor.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { guest, sql } = shop;

async function challengeOf(email: string) {
  const response = await guest.post('/api/auth/login', { email, password: PASSWORD });
  return { response, challenge: String(response.json().challenge) };
}
const second = (challenge: string, code: string) => guest.post('/api/auth/two-factor', { challenge, code });

describe('two-factor authentication', () => {
  test('AUTH-014 can be turned on by any customer with the first authentication code', async () => {
    const { confirmed, cookie, recoveryCodes } = await anAccountWithTwoFactor(shop);

    expect(confirmed.json()).toEqual({ message: settingsMessages.twoFactorTurnedOn });
    expect((await guest.get('/api/user/two-factor', { cookie })).json()).toEqual({
      enabled: true,
      needed: false,
      recoveryCodesRemaining: recoveryCodes.length,
    });
  });

  test('has no effect before the first authentication code', async () => {
    const { email, cookie } = await anAccount(shop);
    await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });

    expect((await guest.get('/api/user/two-factor', { cookie })).json().enabled).toBe(false);
    expect((await challengeOf(email)).response.json()).toHaveProperty('token');
  });

  test('cannot be turned on with a wrong password, a wrong code or without starting the setup', async () => {
    const { cookie } = await anAccount(shop);
    const early = await guest.post('/api/user/two-factor/confirmation', { code: '123456' }, { cookie });
    const wrongPassword = await guest.post('/api/user/two-factor', { password: 'not this one' }, { cookie });
    const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const code = anAuthenticatorApp(TwoFactorSetup.parse(setup.json()).totpUri);
    const wrong = await guest.post('/api/user/two-factor/confirmation', { code: wrongCode(code()) }, { cookie });

    expect([early, wrongPassword, wrong].map(({ statusCode }) => statusCode)).toEqual([409, 422, 422]);
    expect(wrong.json().errors).toEqual([{ field: 'code', message: identityMessages.codeInvalid }]);
  });

  test('cannot be turned on with a recovery code', async () => {
    const { cookie } = await anAccount(shop);
    const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const [code] = TwoFactorSetup.parse(setup.json()).recoveryCodes;

    const response = await guest.post('/api/user/two-factor/confirmation', { code }, { cookie });

    expect(response.statusCode).toBe(422);
    expect((await guest.get('/api/user/two-factor', { cookie })).json().enabled).toBe(false);
  });

  test('is turned off with password and code, and the account owner is notified of both changes', async () => {
    const { email, cookie, code } = await anAccountWithTwoFactor(shop);

    const check = { password: PASSWORD, code: code(1) };
    const response = await guest.post('/api/user/two-factor/removal', check, { cookie });

    expect(response.json()).toEqual({ message: settingsMessages.twoFactorTurnedOff });
    expect((await challengeOf(email)).response.json()).toHaveProperty('token');
    const { rows } = await sql.query(
      "select payload->'enabled' as enabled from email_messages where to_email = $1 and kind = 'two_factor_changed' order by id",
      [email],
    );
    expect(rows.map(({ enabled }) => enabled)).toEqual([true, false]);
  });

  test('cannot be turned off, nor its recovery codes renewed, while its setup is unfinished', async () => {
    const { cookie } = await anAccount(shop);
    const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const code = anAuthenticatorApp(TwoFactorSetup.parse(setup.json()).totpUri)();

    for (const what of ['removal', 'recovery-codes'])
      expect(
        (await guest.post(`/api/user/two-factor/${what}`, { password: PASSWORD, code }, { cookie })).json(),
      ).toMatchObject({ code: 'two_factor_off', status: 409 });
    expect((await guest.get('/api/user/two-factor', { cookie })).json().enabled).toBe(false);
  });
});

describe('logging in with two-factor authentication', () => {
  test('API-001 returns a challenge without a session for the password, then user and token for the code', async () => {
    const { email, user, code, resetUsedCodes } = await anAccountWithTwoFactor(shop);
    await resetUsedCodes();

    const { response, challenge } = await challengeOf(email);
    const signedIn = await second(challenge, code());

    expect(response.json()).toEqual({ twoFactorRequired: true, challenge: expect.any(String) });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(SignedIn.parse(signedIn.json()).user.id).toBe(user.id);
    expect((await guest.get('/api/user/me', { cookie: sessionCookie(signedIn) })).statusCode).toBe(200);
  });

  test('accepts a challenge only once', async () => {
    const { email, code, recoveryCodes } = await anAccountWithTwoFactor(shop);
    const { challenge } = await challengeOf(email);
    await second(challenge, code(1));

    const again = await second(challenge, recoveryCodes[0] ?? '');

    expect(again.statusCode).toBe(401);
    expect(again.json()).toMatchObject({ code: 'challenge_expired', message: twoFactorLoginMessages.expired });
  });

  test('accepts a recovery code once, and rejects old ones after renewal', async () => {
    const { email, cookie, recoveryCodes } = await anAccountWithTwoFactor(shop);
    const [first = '', other = '', third = ''] = recoveryCodes;

    const used = await second((await challengeOf(email)).challenge, first);
    const usedAgain = await second((await challengeOf(email)).challenge, first);
    const renewed = RecoveryCodes.parse(
      (await guest.post('/api/user/two-factor/recovery-codes', { password: PASSWORD, code: third }, { cookie })).json(),
    );
    const replaced = await second((await challengeOf(email)).challenge, other);
    const fresh = await second((await challengeOf(email)).challenge, renewed.recoveryCodes[0] ?? '');

    expect([used, usedAgain, replaced, fresh].map(({ statusCode }) => statusCode)).toEqual([200, 401, 401, 200]);
  });

  test('accepts a recovery code in capitals and without hyphens', async () => {
    const { email, recoveryCodes } = await anAccountWithTwoFactor(shop);
    const typed = (recoveryCodes[0] ?? '').toUpperCase().replaceAll('-', ' ');

    expect((await second((await challengeOf(email)).challenge, typed)).statusCode).toBe(200);
  });

  test('invalidates the challenge after five wrong codes, and locks the account’s second step after ten', async () => {
    const { email, code, resetUsedCodes } = await anAccountWithTwoFactor(shop);
    await resetUsedCodes();
    const statuses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const { challenge } = await challengeOf(email);
      for (let i = 0; i < 5; i++) statuses.push((await second(challenge, wrongCode(code()))).statusCode);
      statuses.push((await second(challenge, code())).statusCode);
    }
    const locked = await second((await challengeOf(email)).challenge, code());

    expect(statuses).toEqual([...Array(11).fill(401), 429]);
    expect(locked.statusCode).toBe(429);
    expect(locked.json().message).toBe(loginMessages.tooMany);
  });

  test('rejects a challenge of another account and a forged one', async () => {
    const { code } = await anAccountWithTwoFactor(shop);
    const otherAccount = await anAccountWithTwoFactor(shop);
    const { challenge } = await challengeOf(otherAccount.email);

    for (const given of [challenge, `${challenge}x`, `2fa-attempts-${challenge}`, '2fa-made-up.signature'])
      expect((await second(given, code(1))).statusCode, given).toBe(401);
  });
});
