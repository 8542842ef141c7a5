import type { BrowserContext } from '@playwright/test';
import { TwoFactorSetup } from '@shop/contracts/identity';
import { identityMessages, twoFactorLoginMessages } from '@shop/contracts/identity-texts';
import { URI } from 'otpauth';
import { type Member, register } from './account.ts';
import { expect, test } from './fixtures.ts';
import { field, fillIn, isWrong, logIn, main, press, seesGuest, seesSignedIn } from './sign-in-page.ts';

/** A member with an authenticator app, signed out again. */
async function withApp(context: BrowserContext, shop: { url: string }) {
  const member: Member = await register(context, shop);
  const post = async (path: string, data: object) => {
    const response = await context.request.post(`/api/user/two-factor${path}`, {
      headers: { origin: shop.url },
      data,
    });
    expect(response.status()).toBe(200);
    return response.json();
  };
  const { totpUri, recoveryCodes } = TwoFactorSetup.parse(await post('', { password: member.password }));
  const app = URI.parse(totpUri);
  await post('/confirmation', { code: app.generate() });
  await context.clearCookies();
  return { member, app, recoveryCodes };
}

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('AUTH-014 the code of the app is the second step, and the way back is kept', async ({
      page,
      context,
      shop,
    }) => {
      const { member, app } = await withApp(context, shop);
      await page.goto('/login?redirect=/about');

      await logIn(page, member);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(twoFactorLoginMessages.heading);
      await expect(page).toHaveTitle('Two-factor sign-in | Crystalline');
      await expect(field(page, 'Code')).toHaveAttribute('autocomplete', 'one-time-code');
      if (javaScriptEnabled) await expect(field(page, 'Code')).toBeFocused();
      await seesGuest(page);
      await fillIn(page, { Code: app.generate() });
      await press(page, twoFactorLoginMessages.submit);

      await expect(page).toHaveURL(/\/about$/);
      await seesSignedIn(page);
    });

    test('AUTH-014 a wrong code is told, and the right one still opens', async ({ page, context, shop }) => {
      const { member, app } = await withApp(context, shop);
      await page.goto('/login');
      await logIn(page, member);

      await press(page, twoFactorLoginMessages.submit);
      await isWrong(page, 'Code', identityMessages.codeRequired);
      await fillIn(page, { Code: app.generate({ timestamp: 0 }) });
      await press(page, twoFactorLoginMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(twoFactorLoginMessages.refused);
      await fillIn(page, { Code: app.generate() });
      await press(page, twoFactorLoginMessages.submit);

      await seesSignedIn(page);
    });

    test('AUTH-014 a recovery code opens once', async ({ page, context, shop }) => {
      const { member, recoveryCodes } = await withApp(context, shop);
      const [code = ''] = recoveryCodes;

      await page.goto('/login');
      await logIn(page, member);
      await fillIn(page, { Code: code });
      await press(page, twoFactorLoginMessages.submit);
      await seesSignedIn(page);

      await context.clearCookies();
      await page.goto('/login');
      await logIn(page, member);
      await fillIn(page, { Code: code });
      await press(page, twoFactorLoginMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(twoFactorLoginMessages.refused);
      await main(page).getByRole('link', { name: twoFactorLoginMessages.startOver }).click();
      await expect(field(page, 'Password')).toBeVisible();
    });

    test('AUTH-014 who takes too long starts again', async ({ page, context, shop, sql }) => {
      const { member, app } = await withApp(context, shop);
      await page.goto('/login');
      await logIn(page, member);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(twoFactorLoginMessages.heading);
      await sql.query("update verifications set expires_at = now() - interval '1 minute' where value like $1", [
        `%${member.id}%`,
      ]);

      await fillIn(page, { Code: app.generate() });
      await press(page, twoFactorLoginMessages.submit);

      await expect(main(page).getByRole('alert')).toHaveText(twoFactorLoginMessages.expired);
      await expect(field(page, 'Password')).toBeVisible();
      await seesGuest(page);
    });
  });
