import { confirmEmailMessages } from '@shop/contracts/identity/auth-messages';
import { main, press } from '../../pages/login.ts';
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

    test('shows an error for a link without a token', async ({ page }) => {
      await page.goto('/confirm-email');

      await expect(page).toHaveTitle('Confirm email address | Crystalline');
      await expect(main(page).getByRole('alert')).toHaveText(confirmEmailMessages.invalid);
    });
  });
