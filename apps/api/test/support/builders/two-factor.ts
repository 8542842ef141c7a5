/** Accounts with an authenticator app. */
import { TwoFactorSetup } from '@shop/contracts/identity/schema';
import * as OTPAuth from 'otpauth';
import type { TestStore } from '#test/harness.ts';
import { anAccount, PASSWORD, sessionCookie } from './account.ts';

/** Generates TOTP codes from the URI of the QR code; `stepsAhead` selects earlier or later codes. */
export function anAuthenticatorApp(totpUri: string) {
  const totp = OTPAuth.URI.parse(totpUri);
  if (!(totp instanceof OTPAuth.TOTP)) throw new Error('The URI is not for TOTP.');
  return (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * totp.period * 1_000 });
}
export const wrongCode = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0');

/** Logged in, with two-factor authentication enabled; the code that enabled it is used up. */
export async function anAccountWithTwoFactor(shop: Pick<TestStore, 'guest' | 'sql'>, from?: string) {
  const { guest, sql } = shop;
  const account = await anAccount(shop, { from });
  const { cookie } = account;
  const setup = await guest.post('/api/user/two-factor', { password: PASSWORD }, { cookie });
  const { totpUri, recoveryCodes } = TwoFactorSetup.parse(setup.json());
  const code = anAuthenticatorApp(totpUri);
  const confirmed = await guest.post('/api/user/two-factor/confirmation', { code: code() }, { cookie });
  /** Makes the current codes valid again, like waiting 30 seconds. */
  const resetUsedCodes = () =>
    sql.query('update two_factors set last_used_step = null where user_id = $1', [account.user.id]);
  return { ...account, cookie: sessionCookie(confirmed), code, recoveryCodes, confirmed, resetUsedCodes };
}
