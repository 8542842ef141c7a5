import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { STORE_NAME } from '@shop/contracts/common/constants';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { confirmEmailMessages, unconfirmedEmailMessages } from '@shop/contracts/identity/auth-messages';
import { emailTexts } from '@shop/contracts/mail/messages';
import { fillCart } from '../../pages/cart.ts';
import { CUFFLINKS, expectOrderPlaced, method, payButton } from '../../pages/checkout.ts';
import { press } from '../../pages/login.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated, insertAddresses, main, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const { heading, resend, sent, tooMany } = unconfirmedEmailMessages;

for (const javaScriptEnabled of [true, false])
  test.describe(`an unconfirmed email address, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('disables cash on delivery until it is confirmed by its link', async ({ page, context, shop, sql, inbox }) => {
      const { id, email } = await register(context, shop);
      await insertAddresses(sql, id, 'Home');
      await fillCart({ context, shop, sql }, CUFFLINKS);
      const open = (path: string) => (javaScriptEnabled ? gotoHydrated(page, path) : page.goto(path));
      await open('/checkout');
      const cash = main(page).getByRole('radio', { name: /Cash on delivery/ });

      await expect(cash).toBeDisabled();
      await expect(main(page).getByText(checkoutMessages.codNeedsConfirmedEmail)).toBeVisible();
      await expect(method(page, 'Card')).toBeChecked();
      if (javaScriptEnabled) await expectAccessible(page);
      await press(page, resend);
      await expect(main(page).getByRole('status').getByText(sent(email))).toBeVisible();
      if (javaScriptEnabled) await expect(page).toHaveURL(/\/checkout$/);
      const [emailMessage] = await inbox(email, emailTexts(STORE_NAME).confirm_address.subject);
      await press(page, resend);
      await expect(main(page).getByRole('alert')).toHaveText(tooMany);

      await page.goto(emailMessage?.link ?? '');
      await press(page, confirmEmailMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(confirmEmailMessages.done);
      await open('/checkout');
      await expect(main(page).getByRole('heading', { name: heading })).toHaveCount(0);
      await cash.check();
      await payButton(page).click();
      await expectOrderPlaced(page);
    });

    test('is shown in the account and blocks two-factor authentication until it is confirmed', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      const { id, email } = await register(context, shop);
      await page.goto('/account');

      await expect(main(page).getByRole('heading', { name: heading })).toBeVisible();
      await expect(main(page).getByRole('definition').nth(1)).toHaveText(`${email} (Not confirmed)`);
      if (javaScriptEnabled) await expectAccessible(page);
      await page.goto('/account/settings');
      await expect(main(page).getByText(settingsMessages.twoFactorNeedsConfirmedEmail)).toBeVisible();
      await expect(main(page).getByText(settingsMessages.setUp, { exact: true })).toHaveCount(0);

      await sql.query('update users set email_verified = true where id = $1', [id]);
      await page.goto('/account');
      await expect(main(page).getByRole('heading', { name: heading })).toHaveCount(0);
      await expect(main(page).getByRole('definition').nth(1)).toHaveText(`${email} (Confirmed)`);
    });
  });
