import { settingsMessages } from '@shop/contracts/account-texts';
import { RecoveryCodes, SignedIn, TwoFactorSetup } from '@shop/contracts/identity';
import { loginMessages, twoFactorLoginMessages } from '@shop/contracts/identity-texts';
import * as OTPAuth from 'otpauth';
import { describe, expect, test } from 'vitest';
import { anAccount, PASSWORD, sessionCookie } from '../../test/account.ts';
import { ownShop } from '../../test/own-shop.ts';

const shop = await ownShop();
const { guest, sql } = shop;

/** What the app on a phone does with the address behind the QR code. */
function anApp(totpUri: string) {
  const totp = OTPAuth.URI.parse(totpUri);
  if (!(totp instanceof OTPAuth.TOTP)) throw new Error('Not a time-based code.');
  return () => totp.generate();
}
const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

async function withTwoFactor() {
  const account = await anAccount(shop);
  const { cookie } = account;
  const begun = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
  const { totpUri, recoveryCodes } = TwoFactorSetup.parse(begun.json());
  const code = anApp(totpUri);
  const confirmed = await guest.post('/api/user/two-factor/confirmation', { code: code() }, { cookie });
  return { ...account, cookie: sessionCookie(confirmed), code, recoveryCodes, confirmed };
}
async function challengeOf(email: string) {
  const response = await guest.post('/api/auth/login', { email, password: PASSWORD });
  return { response, challenge: String(response.json().challenge) };
}
const second = (challenge: string, code: string) => guest.post('/api/auth/two-factor', { challenge, code });

describe('setting up two-factor sign-in', () => {
  test('AUTH-014 any customer turns it on with the first code of their app', async () => {
    const { confirmed, cookie, recoveryCodes } = await withTwoFactor();

    expect(confirmed.json()).toEqual({ message: settingsMessages.twoFactorTurnedOn });
    expect((await guest.get('/api/user/two-factor', { cookie })).json()).toEqual({
      enabled: true,
      needed: false,
      recoveryCodesLeft: recoveryCodes.length,
    });
  });

  test('does not count before that code', async () => {
    const { email, cookie } = await anAccount(shop);
    await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });

    expect((await guest.get('/api/user/two-factor', { cookie })).json().enabled).toBe(false);
    expect((await challengeOf(email)).response.json()).toHaveProperty('token');
  });

  test('is refused with a wrong password, a wrong code, and before it was begun', async () => {
    const { cookie } = await anAccount(shop);
    const early = await guest.post('/api/user/two-factor/confirmation', { code: '123456' }, { cookie });
    const wrongPassword = await guest.post('/api/user/two-factor', { password: 'not this one' }, { cookie });
    const begun = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
    const code = anApp(TwoFactorSetup.parse(begun.json()).totpUri);
    const wrong = await guest.post('/api/user/two-factor/confirmation', { code: wrongCode(code()) }, { cookie });

    expect([early, wrongPassword, wrong].map(({ statusCode }) => statusCode)).toEqual([409, 422, 422]);
    expect(wrong.json().errors).toEqual([{ field: 'code', message: settingsMessages.codeWrong }]);
  });

  test('keeps neither the secret nor a recovery code readable', async () => {
    const { user, recoveryCodes } = await withTwoFactor();

    const { rows } = await sql.query('select secret, backup_codes from two_factors where user_id = $1', [user.id]);
    for (const code of recoveryCodes) expect(rows[0].backup_codes).not.toContain(code);
  });

  test('is turned off with the password, and the owner told both times', async () => {
    const { email, cookie } = await withTwoFactor();

    const response = await guest.post('/api/user/two-factor/removal', { password: PASSWORD }, { cookie });

    expect(response.json()).toEqual({ message: settingsMessages.twoFactorTurnedOff });
    expect((await challengeOf(email)).response.json()).toHaveProperty('token');
    const { rows } = await sql.query(
      "select payload->'enabled' as enabled from mails where to_email = $1 and kind = 'two_factor_changed' order by id",
      [email],
    );
    expect(rows.map(({ enabled }) => enabled)).toEqual([true, false]);
  });
});

describe('signing in with two factors', () => {
  test('API-001 the password gives a challenge and no session; the code then user and token', async () => {
    const { email, user, code } = await withTwoFactor();

    const { response, challenge } = await challengeOf(email);
    const signedIn = await second(challenge, code());

    expect(response.json()).toEqual({ twoFactorRequired: true, challenge: expect.any(String) });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(SignedIn.parse(signedIn.json()).user.id).toBe(user.id);
    expect((await guest.get('/api/user/me', { cookie: sessionCookie(signedIn) })).statusCode).toBe(200);
  });

  test('a challenge is answered once', async () => {
    const { email, code } = await withTwoFactor();
    const { challenge } = await challengeOf(email);
    await second(challenge, code());

    const again = await second(challenge, code());

    expect(again.statusCode).toBe(401);
    expect(again.json()).toMatchObject({ code: 'challenge_expired', message: twoFactorLoginMessages.expired });
  });

  test('a recovery code works once, and new ones replace the old', async () => {
    const { email, cookie, recoveryCodes } = await withTwoFactor();
    const [first = '', other = ''] = recoveryCodes;

    const used = await second((await challengeOf(email)).challenge, first);
    const usedAgain = await second((await challengeOf(email)).challenge, first);
    const renewed = RecoveryCodes.parse(
      (await guest.post('/api/user/two-factor/recovery-codes', { password: PASSWORD }, { cookie })).json(),
    );
    const replaced = await second((await challengeOf(email)).challenge, other);
    const fresh = await second((await challengeOf(email)).challenge, renewed.recoveryCodes[0] ?? '');

    expect([used, usedAgain, replaced, fresh].map(({ statusCode }) => statusCode)).toEqual([200, 401, 401, 200]);
  });

  test('five wrong codes use the challenge up, ten close the second step for a while', async () => {
    const { email, code } = await withTwoFactor();
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

  test('a challenge of someone else, or made up, opens nothing', async () => {
    const { code } = await withTwoFactor();
    const stranger = await withTwoFactor();
    const { challenge } = await challengeOf(stranger.email);

    expect((await second(challenge, code())).statusCode).toBe(401);
    expect((await second(`${challenge}x`, code())).statusCode).toBe(401);
    expect((await second('2fa-made-up.signature', code())).statusCode).toBe(401);
  });
});
