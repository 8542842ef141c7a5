import { accessMessages } from '@shop/contracts/common/messages';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { customerMessages } from '@shop/contracts/identity/admin-messages';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { confirmation, expectAdminStatusMessage } from '../../pages/admin.ts';
import { logIn } from '../../pages/login.ts';
import { expectNoAxeViolations } from '../../support/accessibility.ts';
import { confirmEmail, expectStatusMessage, gotoHydrated, register, settingsSection } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const SHORT = 'x7-k2q9z';

test('an owner gives a role with their own password, and the staff member then needs a strong one', async ({
  page,
  browser,
  shop,
  signIn,
  inbox,
  sql,
}) => {
  const guest = await browser.newContext({ baseURL: shop.url });
  const person = await register(guest, shop, 'Cleo Customer', SHORT);
  await confirmEmail(sql, person.id);
  const owner = await signIn('owner');
  await gotoHydrated(page, `/admin/customers/${person.id}`);

  await page.getByRole('combobox', { name: customerMessages.staffRole }).selectOption('manager');
  await page.getByRole('button', { name: customerMessages.saveRole }).click();
  const question = confirmation(page, customerMessages.confirmRole('Cleo Customer', 'Manager'));
  await expect(question).toContainText(/Cleo Customer becomes Manager instead of Customer, .*emails? (is|are) sent/);
  await question.getByLabel(customerMessages.yourPassword).fill('not this one');
  await question.getByRole('button', { name: customerMessages.changeRole }).click();
  await expect(question.getByRole('alert')).toHaveText(settingsMessages.currentPasswordWrong);
  await expectNoAxeViolations(page);
  await question.getByLabel(customerMessages.yourPassword).fill(owner.password);
  await question.getByRole('button', { name: customerMessages.changeRole }).click();
  await expectAdminStatusMessage(page, customerMessages.roleSaved);
  await inbox(owner.email, 'changed the role of Cleo Customer to “Manager”');

  const staff = await guest.newPage();
  await staff.goto('/admin');
  await expect(staff).toHaveURL(/\/login/);
  await logIn(staff, { email: person.email, password: SHORT });
  // The login leads back to the admin panel, which asks for a new password first.
  await expect(staff).toHaveURL(/\/account\/settings#password$/);
  const section = settingsSection(staff, settingsMessages.password);
  await expect(section).toContainText(accessMessages.newPasswordRequired);
  await expectNoAxeViolations(staff);
  const change = async (next: string) => {
    await section.getByLabel(/^Current Password/).fill(SHORT);
    await section.getByLabel(/^New Password/).fill(next);
    await section.getByLabel(/^Confirm New Password/).fill(next);
    await section.getByRole('button', { name: settingsMessages.updatePassword }).click();
  };
  await change('elevenchars');
  await expect(section.getByRole('alert')).toHaveText(identityMessages.adminPasswordTooShort);
  await change('nine brown otters swim');
  await expectStatusMessage(staff, settingsMessages.passwordUpdated);
  await staff.goto('/admin');
  await expect(staff).toHaveURL(/\/admin$/);
  await guest.close();
});
