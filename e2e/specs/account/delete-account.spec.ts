import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { expectStatusMessage, gotoHydrated, main, settingsSection } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const SETTINGS = '/account/settings';

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('SET-012 Delete Account asks for the password, ends the session and disables the login', async ({
      page,
      shop,
      browser,
      signIn,
    }) => {
      const customer = await signIn();
      if (javaScriptEnabled) await gotoHydrated(page, SETTINGS);
      else await page.goto(SETTINGS);
      const danger = settingsSection(page, 'Danger Zone');
      const question = javaScriptEnabled
        ? page.getByRole('alertdialog', { name: settingsMessages.confirmDelete })
        : danger.filter({ hasText: settingsMessages.confirmDelete });

      await danger.getByRole('button', { name: 'Delete Account' }).click();
      await question.getByLabel(settingsMessages.passwordToContinue).fill('not this one');
      await question.getByRole('button', { name: settingsMessages.confirmDeleteYes }).click();
      await expect(question.getByRole('alert')).toHaveText(settingsMessages.currentPasswordWrong);
      await question.getByLabel(settingsMessages.passwordToContinue).fill(customer.password);
      await question.getByRole('button', { name: settingsMessages.confirmDeleteYes }).click();

      await expect(page).toHaveURL((url) => url.pathname === '/');
      if (javaScriptEnabled) await expectStatusMessage(page, settingsMessages.deleted);
      await expect(page.getByRole('banner').getByRole('link', { name: loginMessages.title })).toBeVisible();
      const again = await browser.newContext({ baseURL: shop.url });
      const login = await again.request.post('/api/auth/login', {
        headers: { origin: shop.url },
        data: { email: customer.email, password: customer.password },
      });
      expect(login.status()).toBe(401);
      await again.close();
    });

    test('SET-012 Delete Account can be cancelled', async ({ page, signIn }) => {
      await signIn();
      if (javaScriptEnabled) await gotoHydrated(page, SETTINGS);
      else await page.goto(SETTINGS);

      await main(page).getByRole('button', { name: 'Delete Account' }).click();
      const cancelControl = { name: settingsMessages.cancelDelete };
      await page.getByRole(javaScriptEnabled ? 'button' : 'link', cancelControl).click();

      await expect(page.getByRole('button', { name: settingsMessages.confirmDeleteYes })).toBeHidden();
      await expect(main(page).getByRole('button', { name: 'Delete Account' })).toBeVisible();
    });
  });
