import type { Browser, Page } from '@playwright/test';
import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { can } from '@shop/contracts/common/permissions';
import { customerMessages } from '@shop/contracts/identity/admin-messages';
import { invitationMessages, staffPageMessages as texts } from '@shop/contracts/identity/staff-messages';
import { confirmation, expectAdminStatusMessage } from '../../pages/admin.ts';
import { fillIn, main, press } from '../../pages/login.ts';
import { expectAccessible, expectNoAxeViolations } from '../../support/accessibility.ts';
import { gotoHydrated, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const PASSWORD = 'nine brown otters swim';
const menuPaths = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Admin panel' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
const pathsOf = (role: string) =>
  ADMIN_PAGES.flatMap(({ path, needs, menu }) => (menu && can({ role }, needs) ? [path] : []));
const rowOf = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text });

async function invite(page: Page, email: string, role: string, password: string) {
  const form = main(page).getByRole('region', { name: texts.invite });
  await form.getByLabel(texts.email).fill(email);
  await form.getByRole('combobox', { name: texts.role }).selectOption(role);
  await form.getByLabel(texts.yourPassword).fill(password);
  await form.getByRole('button', { name: texts.send }).click();
}

const aGuest = async (browser: Browser, baseURL: string, javaScriptEnabled = true) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled });
  return { context, page: await context.newPage() };
};

for (const javaScriptEnabled of [true, false])
  test(`an owner invites a staff member, who sets a password and reaches exactly the pages of the role (JavaScript ${javaScriptEnabled ? 'on' : 'off'})`, async ({
    page,
    browser,
    shop,
    signIn,
    inbox,
  }) => {
    const owner = await signIn('owner');
    const email = `bo-${crypto.randomUUID()}@example.com`;
    await gotoHydrated(page, '/admin/staff');
    await invite(page, email, 'packer', owner.password);
    await expectAdminStatusMessage(page, texts.sent);
    await expect(rowOf(page, email)).toContainText(texts.invited);

    const [emailMessage] = await inbox(email);
    const bo = await aGuest(browser, shop.url, javaScriptEnabled);
    await bo.page.goto(emailMessage?.link ?? '');
    await bo.page.reload();
    await expect(main(bo.page)).toContainText(invitationMessages.invited(email, 'Fulfillment'));
    if (javaScriptEnabled) await expectAccessible(bo.page, [320, 768, 1280]);
    await fillIn(bo.page, { Name: 'Bo Fernandes', Password: PASSWORD, 'Confirm password': PASSWORD });
    await press(bo.page, invitationMessages.submit);

    await expect(bo.page).toHaveURL(/\/admin$/);
    await expect.poll(() => menuPaths(bo.page)).toEqual(pathsOf('packer'));
    await bo.page.goto('/admin/staff');
    await expect(bo.page).toHaveURL(/\/admin$/);

    await page.reload();
    await expect(rowOf(page, email)).toContainText('Bo Fernandes');
    await expect(rowOf(page, email)).not.toContainText(texts.never);
    await inbox(owner.email, 'Bo Fernandes accepted the invitation');

    const late = await aGuest(browser, shop.url, javaScriptEnabled);
    await late.page.goto(emailMessage?.link ?? '');
    await expect(main(late.page).getByRole('alert')).toHaveText(invitationMessages.invalid);
    await bo.context.close();
    await late.context.close();
  });

test('a customer who is invited accepts with a button', async ({ page, browser, shop, signIn, inbox }) => {
  const cleo = await aGuest(browser, shop.url);
  const customer = await register(cleo.context, shop, 'Cleo Customer');
  const owner = await signIn('owner');
  await gotoHydrated(page, '/admin/staff');
  await invite(page, customer.email, 'content', owner.password);
  await expectAdminStatusMessage(page, texts.sent);
  const [invitation] = await inbox(customer.email, '/staff-invitation');
  const link = invitation?.link ?? '';

  const stranger = await aGuest(browser, shop.url);
  await stranger.page.goto(link);
  await expect(main(stranger.page)).toContainText(invitationMessages.logIn);
  await cleo.page.goto(link);
  await expectNoAxeViolations(cleo.page);
  await press(cleo.page, invitationMessages.submit);

  // The password was never checked against the rules for staff.
  await expect(cleo.page).toHaveURL(/\/account\/settings#password$/);
  await page.reload();
  await expect(rowOf(page, customer.email)).toContainText('Content editor');
  await cleo.context.close();
  await stranger.context.close();
});

test('an owner resends and revokes an invitation, and changes a role from the list', async ({
  page,
  browser,
  shop,
  signIn,
  inbox,
  sql,
}) => {
  const other = await browser.newContext();
  const colleague = await register(other, shop, 'Cora Colleague');
  await other.close();
  await sql.query(`update users set role = 'support', email_verified = true where id = $1`, [colleague.id]);
  const owner = await signIn('owner');
  const email = `bo-${crypto.randomUUID()}@example.com`;
  await gotoHydrated(page, '/admin/staff');
  await invite(page, colleague.email, 'packer', owner.password);
  await expect(main(page).getByRole('alert')).toHaveText(texts.alreadyStaff);
  await invite(page, email, 'packer', owner.password);
  await expectAdminStatusMessage(page, texts.sent);

  // A replaced invitation that has not been sent yet is not sent any more.
  expect(await inbox(email)).toHaveLength(1);
  await page.getByRole('button', { name: texts.resendTo(email) }).click();
  await expectAdminStatusMessage(page, texts.resent);
  expect(await inbox(email, '/staff-invitation', 2)).toHaveLength(2);
  await page.getByRole('button', { name: texts.revokeOf(email) }).click();
  await expectAdminStatusMessage(page, texts.revoked);
  await expect(rowOf(page, email)).toHaveCount(0);

  await rowOf(page, colleague.email)
    .getByRole('link', { name: texts.changeRoleOf('Cora Colleague') })
    .click();
  const role = main(page).getByRole('region', { name: texts.roleOf('Cora Colleague') });
  await expect(page.locator('#role')).toBeInViewport();
  await expectAccessible(page);
  await role.getByRole('combobox').selectOption('manager');
  await role.getByRole('button', { name: customerMessages.saveRole }).click();
  const question = confirmation(page, customerMessages.confirmRole('Cora Colleague', 'Manager'));
  await question.getByLabel(customerMessages.yourPassword).fill(owner.password);
  await question.getByRole('button', { name: customerMessages.changeRole }).click();
  await expectAdminStatusMessage(page, texts.roleSaved);
  await expect(rowOf(page, colleague.email)).toContainText('Manager');
});
