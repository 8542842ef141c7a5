import { profileMessages, settingsMessages } from '@shop/contracts/identity/account-messages';
import { confirmEmailMessages, identityMessages } from '@shop/contracts/identity/auth-messages';
import { expectStatusMessage, gotoHydrated, lockUserRow, main } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`the profile, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('ACC-005 ACC-006 is shown as text, and as a form after Edit', async ({ page, signIn }) => {
      const { email } = await signIn();
      await page.goto('/account');

      await expect(main(page).getByRole('definition')).toHaveText([
        'Grace Hopper',
        `${email} (Confirmed)`,
        profileMessages.noPhone,
      ]);
      await expect(main(page).getByRole('textbox')).toHaveCount(0);
      await main(page).getByRole('link', { name: profileMessages.edit }).click();

      await expect(main(page).getByLabel(profileMessages.name)).toHaveValue('Grace Hopper');
      await expect(main(page).getByLabel(profileMessages.email)).toHaveValue(email);
      await expect(main(page).getByLabel(profileMessages.phone)).toHaveValue('');
      if (javaScriptEnabled) await expect(main(page).getByLabel(profileMessages.name)).toBeFocused();
      await main(page).getByRole('link', { name: profileMessages.cancel }).click();
      await expect(main(page).getByRole('definition')).toHaveCount(3);
    });

    test('ACC-007 ACC-008 is saved on the server and confirmed by a message', async ({ page, sql, signIn }) => {
      const { id, email } = await signIn();
      await page.goto('/account?edit=1');

      await main(page).getByLabel(profileMessages.name).fill('Ada Lovelace');
      await main(page).getByLabel(profileMessages.phone).fill('+1 (555) 010-0100');
      await main(page).getByRole('button', { name: profileMessages.save }).click();

      await expectStatusMessage(page, 'Profile updated successfully!');
      await expect(main(page).getByRole('definition')).toHaveText([
        'Ada Lovelace',
        `${email} (Confirmed)`,
        '+1 (555) 010-0100',
      ]);
      const { rows } = await sql.query('select name, phone from users where id = $1', [id]);
      expect(rows).toEqual([{ name: 'Ada Lovelace', phone: '+1 (555) 010-0100' }]);
      // With JavaScript the parameter is removed from the URL, so that a reload does not repeat the message.
      if (javaScriptEnabled) await expect(page).toHaveURL(/\/account$/);
    });

    test('accepts an empty phone number and removes the saved one', async ({ page, sql, signIn }) => {
      const { id } = await signIn();
      await sql.query("update users set phone = '555 0100' where id = $1", [id]);
      await page.goto('/account?edit=1');

      await main(page).getByLabel(profileMessages.phone).fill('');
      await main(page).getByRole('button', { name: profileMessages.save }).click();

      await expectStatusMessage(page, profileMessages.saved);
      await expect(main(page).getByRole('definition').last()).toHaveText(profileMessages.noPhone);
    });

    test('shows errors beside their fields and keeps the input', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/account?edit=1');
      const field = (label: string) => main(page).getByLabel(label);

      await field(profileMessages.name).fill(' ');
      await field(profileMessages.email).fill('grace');
      await field(profileMessages.phone).fill('call me');
      await main(page).getByRole('button', { name: profileMessages.save }).click();

      await expect(field(profileMessages.name)).toHaveAccessibleDescription(identityMessages.nameRequired);
      await expect(field(profileMessages.email)).toHaveAccessibleDescription(
        `${identityMessages.emailInvalid} ${profileMessages.emailHint}`,
      );
      await expect(field(profileMessages.phone)).toHaveAccessibleDescription(
        `${identityMessages.phoneInvalid} ${profileMessages.phoneHint}`,
      );
      await expect(field(profileMessages.email)).toHaveValue('grace');
      await expect(field(profileMessages.phone)).toHaveValue('call me');
    });

    test('ACC-009 changes the email address only after the link sent to it is followed', async ({
      page,
      inbox,
      signIn,
    }) => {
      const { email, password } = await signIn();
      const newEmail = email.replace('grace-', 'hopper-');
      const currentPassword = main(page).getByLabel(settingsMessages.currentPassword);
      if (javaScriptEnabled) await gotoHydrated(page, '/account?edit=1');
      else await page.goto('/account?edit=1');

      await expect(currentPassword).toHaveCount(0);
      await main(page).getByLabel(profileMessages.email).fill(newEmail);
      if (javaScriptEnabled) {
        await expect(currentPassword).toBeVisible();
        await main(page).getByLabel(profileMessages.email).fill(email);
        await expect(currentPassword).toHaveCount(0);
        await main(page).getByLabel(profileMessages.email).fill(newEmail);
      }
      await main(page).getByRole('button', { name: profileMessages.save }).click();
      await expect(currentPassword).toHaveAccessibleDescription(
        `${settingsMessages.currentPasswordRequired} ${profileMessages.passwordHint}`,
      );
      await currentPassword.fill('not the password');
      await main(page).getByRole('button', { name: profileMessages.save }).click();
      await expect(currentPassword).toHaveAccessibleDescription(
        `${settingsMessages.currentPasswordWrong} ${profileMessages.passwordHint}`,
      );
      // A page rendered again by the server does not echo the password.
      if (!javaScriptEnabled) await expect(currentPassword).toHaveValue('');
      await expect(main(page).getByLabel(profileMessages.email)).toHaveValue(newEmail);
      await currentPassword.fill(password);
      await main(page).getByRole('button', { name: profileMessages.save }).click();
      await expectStatusMessage(page, profileMessages.saved);
      await expectStatusMessage(page, 'Check your inbox to confirm the new e-mail address.');
      await expect(main(page).getByRole('definition').nth(1)).toContainText(email);
      await page.reload();
      await expect(main(page).getByText(profileMessages.pendingEmail(newEmail))).toBeVisible();

      const [emailMessage] = await inbox(newEmail);
      await page.goto(emailMessage?.link ?? '');
      await page.getByRole('button', { name: confirmEmailMessages.submit }).click();
      await expect(page.getByText(confirmEmailMessages.done)).toBeVisible();
      await page.goto('/account');
      await expect(main(page).getByRole('definition').nth(1)).toContainText(newEmail);
      await expect(main(page).getByText(profileMessages.pendingEmail(newEmail))).toHaveCount(0);
    });

    test('ERR-022 shows an error and keeps the input when saving fails', async ({ page, shop, signIn }) => {
      const { id } = await signIn();
      await page.goto('/account?edit=1');
      await main(page).getByLabel(profileMessages.name).fill('Ada Lovelace');
      const release = await lockUserRow(shop.databaseUrl, id);

      await main(page).getByRole('button', { name: profileMessages.save }).click();

      await expect(main(page).getByRole('alert')).toHaveText('Failed to update profile. Please try again.', {
        timeout: 30_000,
      });
      await expect(main(page).getByLabel(profileMessages.name)).toHaveValue('Ada Lovelace');
      await release();
      await main(page).getByRole('button', { name: profileMessages.save }).click();
      await expectStatusMessage(page, profileMessages.saved);
    });
  });

test('the button reads Saving... while the profile is saved', async ({ page, shop, signIn }) => {
  const { id } = await signIn();
  await gotoHydrated(page, '/account?edit=1');
  const release = await lockUserRow(shop.databaseUrl, id);

  await main(page).getByRole('button', { name: profileMessages.save }).click();
  await expect(main(page).getByRole('button', { name: 'Saving...' })).toBeVisible();
  await release();

  await expectStatusMessage(page, profileMessages.saved);
});

test('the header shows the new name without a reload', async ({ page, signIn }) => {
  await signIn();
  await gotoHydrated(page, '/account?edit=1');

  await main(page).getByLabel(profileMessages.name).fill('Ada Lovelace');
  await main(page).getByRole('button', { name: profileMessages.save }).click();
  await expectStatusMessage(page, profileMessages.saved);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Account/ })
    .click();

  await expect(page.getByRole('banner').getByText('Ada Lovelace')).toBeVisible();
});
