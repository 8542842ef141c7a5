import type { BrowserContext } from '@playwright/test';
import { identityMessages, twoFactorLoginMessages } from '@shop/contracts/identity/auth-messages';
import { TwoFactorSetup } from '@shop/contracts/identity/schema';
import { TOTP, URI } from 'otpauth';
import type { Pool } from 'pg';
import { expectFieldError, expectGuest, expectLoggedIn, field, fillIn, logIn, main, press } from '../../pages/login.ts';
import { type Customer, confirmEmail, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

/** Registers a customer with two-factor authentication and logs them out. */
async function registerWithTwoFactor(context: BrowserContext, shop: { url: string }, sql: Pool) {
  const customer: Customer = await register(context, shop);
  await confirmEmail(sql, customer.id);
  const post = async (path: string, data: object) => {
    const response = await context.request.post(`/api/user/two-factor${path}`, {
      headers: { origin: shop.url },
      data,
    });
    expect(response.status()).toBe(200);
    return response.json();
  };
  const { totpUri, recoveryCodes } = TwoFactorSetup.parse(await post('', { password: customer.password }));
  const app = URI.parse(totpUri);
  if (!(app instanceof TOTP)) throw new Error('Not a time-based code.');
  await post('/confirmation', { code: app.generate() });
  await context.clearCookies();
  /** The code of the setup cannot be used again; the code of the next period is already accepted. */
  const nextCode = () => app.generate({ timestamp: Date.now() + app.period * 1_000 });
  return { customer, app, nextCode, recoveryCodes };
}

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('AUTH-014 login asks for the authentication code and keeps the redirect', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      const { customer, nextCode } = await registerWithTwoFactor(context, shop, sql);
      await page.goto('/login?redirect=/about');

      await logIn(page, customer);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(twoFactorLoginMessages.heading);
      await expect(page).toHaveTitle('Two-factor authentication | Crystalline');
      await expect(field(page, 'Code')).toHaveAttribute('autocomplete', 'one-time-code');
      if (javaScriptEnabled) await expect(field(page, 'Code')).toBeFocused();
      await expectGuest(page);
      await fillIn(page, { Code: nextCode() });
      await press(page, twoFactorLoginMessages.submit);

      await expect(page).toHaveURL(/\/about$/);
      await expectLoggedIn(page);
    });

    test('AUTH-014 a wrong code shows an error, and the right one then logs in', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      const { customer, app, nextCode } = await registerWithTwoFactor(context, shop, sql);
      await page.goto('/login');
      await logIn(page, customer);

      await press(page, twoFactorLoginMessages.submit);
      await expectFieldError(page, 'Code', identityMessages.codeRequired);
      await fillIn(page, { Code: app.generate({ timestamp: 0 }) });
      await press(page, twoFactorLoginMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(identityMessages.codeInvalid);
      await fillIn(page, { Code: nextCode() });
      await press(page, twoFactorLoginMessages.submit);

      await expectLoggedIn(page);
    });

    test('AUTH-014 a recovery code works once', async ({ page, context, shop, sql }) => {
      const { customer, recoveryCodes } = await registerWithTwoFactor(context, shop, sql);
      const [code = ''] = recoveryCodes;

      await page.goto('/login');
      await logIn(page, customer);
      await fillIn(page, { Code: code });
      await press(page, twoFactorLoginMessages.submit);
      await expectLoggedIn(page);

      await context.clearCookies();
      await page.goto('/login');
      await logIn(page, customer);
      await fillIn(page, { Code: code });
      await press(page, twoFactorLoginMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(identityMessages.codeInvalid);
      await main(page).getByRole('link', { name: twoFactorLoginMessages.startOver }).click();
      await expect(field(page, 'Password')).toBeVisible();
    });

    test('AUTH-014 an expired login asks for the password again', async ({ page, context, shop, sql }) => {
      const { customer, nextCode } = await registerWithTwoFactor(context, shop, sql);
      await page.goto('/login');
      await logIn(page, customer);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(twoFactorLoginMessages.heading);
      await sql.query("update verifications set expires_at = now() - interval '1 minute' where value like $1", [
        `%${customer.id}%`,
      ]);

      await fillIn(page, { Code: nextCode() });
      await press(page, twoFactorLoginMessages.submit);

      await expect(main(page).getByRole('alert')).toHaveText(twoFactorLoginMessages.expired);
      await expect(field(page, 'Password')).toBeVisible();
      await expectGuest(page);
    });
  });
