import { resetPasswordMessages, undoEmailMessages } from '@shop/contracts/identity/auth-messages';
import { fillIn, main, press } from '../../pages/login.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expect, test } from '../../support/fixtures.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the link sent to the old email address undoes the change and leads to a password reset', async ({
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
      const data = { name, email: newEmail, phone: null, currentPassword: password };
      await context.request.patch('/api/user/me', { headers, data });
      await page.goto((await inbox(newEmail))[0]?.link ?? '');
      await press(page, 'Confirm email address');
      const stored = async () => (await sql.query('select email from users where id = $1', [id])).rows[0].email;
      await expect.poll(stored).toBe(newEmail);
      const undoLink = (await inbox(email, '/undo-email-change'))[0]?.link ?? '';

      await page.goto(undoLink);
      await page.reload();
      expect(await stored()).toBe(newEmail);
      if (javaScriptEnabled) await expectAccessible(page, [320, 768, 1280]);
      await press(page, undoEmailMessages.submit);
      await expect(main(page).getByRole('status')).toHaveText(undoEmailMessages.done);
      if (javaScriptEnabled) await expectAccessible(page, [320]);
      expect(await stored()).toBe(email);
      await page.goto('/account');
      await expect(page).toHaveURL(/\/login/);

      await page.goto((await inbox(email, '/reset-password'))[0]?.link ?? '');
      await fillIn(page, { 'New password': 'a password of my own', 'Confirm new password': 'a password of my own' });
      await press(page, 'Save new password');
      await expect(main(page).getByRole('status')).toHaveText(resetPasswordMessages.done);

      await page.goto(undoLink);
      await press(page, undoEmailMessages.submit);
      await expect(main(page).getByRole('alert')).toHaveText(undoEmailMessages.invalid);
    });
  });
