import { confirmEmailMessages, notMeMessages } from '@shop/contracts/identity/auth-messages';
import { main, press } from '../../pages/login.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a new email address is confirmed by the button, not by opening the link', async ({
      page,
      context,
      shop,
      signIn,
      inbox,
      sql,
    }) => {
      const { id, name, email, password } = await signIn();
      const newEmail = `new-${crypto.randomUUID()}@example.com`;
      const headers = { origin: shop.url };
      await context.request.patch('/api/user/me', {
        headers,
        data: { name, email: newEmail, phone: null, currentPassword: password },
      });
      const [emailMessage] = await inbox(newEmail);
      const stored = async () => (await sql.query('select email from users where id = $1', [id])).rows[0].email;

      await page.goto(emailMessage?.link ?? '');
      await page.reload();
      expect(await stored()).toBe(email);
      await press(page, confirmEmailMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(confirmEmailMessages.done);
      expect(await stored()).toBe(newEmail);

      await page.goto(emailMessage?.link ?? '');
      await press(page, confirmEmailMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(confirmEmailMessages.invalid);
    });

    test('without a session of the account asks for its password, or lets the reader say it was not them', async ({
      browser,
      context,
      shop,
      inbox,
      sql,
    }) => {
      const [mine, theirs] = [await register(context, shop), await register(context, shop)];
      const elsewhere = await browser.newContext({ javaScriptEnabled, baseURL: shop.url });
      const page = await elsewhere.newPage();
      const confirm = async (password: string) => {
        await main(page)
          .getByLabel(/^Password/)
          .fill(password);
        await press(page, confirmEmailMessages.submit);
      };

      const [welcome] = await inbox(mine.email);
      await page.goto(welcome?.link ?? '');
      if (javaScriptEnabled) await expectAccessible(page);
      await confirm('not the password');
      await expect(main(page)).toContainText(confirmEmailMessages.wrongPassword);
      await confirm(mine.password);
      await expect(main(page).getByRole('status')).toHaveText(confirmEmailMessages.done);

      const [unasked] = await inbox(theirs.email);
      await page.goto(unasked?.link ?? '');
      await press(page, notMeMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(notMeMessages.done);
      const { rows } = await sql.query('select email, email_verified as confirmed from users where email = any ($1)', [
        [mine.email, theirs.email],
      ]);
      expect(rows).toEqual([{ email: mine.email, confirmed: true }]);
      await elsewhere.close();
    });

    test('shows an error for a link without a token', async ({ page }) => {
      await page.goto('/confirm-email');

      await expect(page).toHaveTitle('Confirm email address | Crystalline');
      await expect(main(page).getByRole('alert')).toHaveText(confirmEmailMessages.invalid);
    });
  });
