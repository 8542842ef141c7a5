import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { CUFFLINKS, placeOrder } from '../../pages/checkout.ts';
import { type Customer, expectStatusMessage, main, register, settingsSection } from '../../support/account.ts';
import { sendCampaign } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

const SETTINGS = '/account/settings';
const NEW_PASSWORD = 'another long password';

const password = (page: Page) => settingsSection(page, settingsMessages.password);
const sessions = (page: Page) => settingsSection(page, settingsMessages.sessions);

async function changePassword(page: Page, [current, next, again = next]: [string, string, string?]) {
  await password(page).getByLabel('Current Password').fill(current);
  await password(page).getByLabel('New Password', { exact: false }).first().fill(next);
  await password(page).getByLabel('Confirm New Password').fill(again);
  await password(page).getByRole('button', { name: 'Update Password' }).click();
}

/** Logs the same customer in on another device. */
async function logInElsewhere(
  browser: Browser,
  shop: { url: string },
  { email, password }: Customer,
  userAgent?: string,
) {
  const context = await browser.newContext({ userAgent, baseURL: shop.url });
  const response = await context.request.post('/api/auth/login', {
    headers: { origin: shop.url, ...(userAgent && { 'user-agent': userAgent }) },
    data: { email, password },
  });
  expect(response.status()).toBe(200);
  const isSignedIn = async () => (await context.request.get('/api/user/me')).status() === 200;
  return { isSignedIn, close: () => context.close() };
}

test('SET-001 SET-002 SET-006 SET-007 SET-008 SET-010 SET-011 the page shows its sections and default preferences', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto(SETTINGS);

  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText('Account Settings');
  await expect(password(page).getByLabel('Current Password')).toBeVisible();
  await expect(password(page).getByLabel(/^New Password/)).toBeVisible();
  await expect(password(page).getByLabel('Confirm New Password')).toBeVisible();
  const choice = (label: string) => main(page).getByRole('checkbox', { name: label });
  await expect(choice('Email notifications for orders and updates')).toBeChecked();
  // Nothing sends an SMS, so the choice is shown as unavailable and off.
  const sms = choice('SMS notifications for orders and updates');
  await expect(sms).toBeDisabled();
  await expect(sms).not.toBeChecked();
  await expect(sms).toHaveAccessibleDescription('Not available yet');
  await expect(choice('Marketing emails about promotions and new products')).not.toBeChecked();
  const danger = settingsSection(page, 'Danger Zone');
  await expect(danger.getByRole('button', { name: 'Delete Account' })).toBeVisible();
  await expect(danger).toContainText('Once you delete your account, there is no going back. Please be certain.');
});

test('SET-008 SET-009 the saved preferences decide on order emails, and on campaigns, which are off by default', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const customer = await signIn();
  const otherContext = await browser.newContext();
  const other = await register(otherContext, shop);
  const title = `Quiet sale ${crypto.randomUUID()}`;
  await page.goto(SETTINGS);
  await main(page).getByLabel(settingsMessages.orderEmails).uncheck();
  await main(page).getByLabel(settingsMessages.marketing).check();
  await main(page).getByRole('button', { name: 'Save Preferences' }).click();
  await expectStatusMessage(page, 'Preferences saved.');

  for (const [session, person] of [
    [context, customer],
    [otherContext, other],
  ] as const)
    await placeOrder({ context: session, shop, sql }, person, CUFFLINKS);
  await sendCampaign({ browser, shop, sql }, { title, message: 'Two days only.' });

  const orderEmails = async ({ id }: Customer) =>
    (await sql.query("select status from email_messages where user_id = $1 and kind = 'order_placed'", [id])).rows;
  await expect.poll(() => orderEmails(customer)).toEqual([{ status: 'skipped' }]);
  await expect.poll(() => orderEmails(other)).toEqual([{ status: 'sent' }]);
  const notified = await sql.query('select user_id from notifications where title = $1', [title]);
  expect(notified.rows).toContainEqual({ user_id: customer.id });
  expect(notified.rows).not.toContainEqual({ user_id: other.id });
  await page.goto('/notifications');
  await expect(main(page).getByRole('article', { name: title })).toBeVisible();
  await otherContext.close();
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('SET-003 SET-005 Update Password changes the password and keeps only this device logged in', async ({
      page,
      shop,
      browser,
      signIn,
    }) => {
      const customer = await signIn();
      const other = await logInElsewhere(browser, shop, customer);
      await page.goto(SETTINGS);

      await changePassword(page, [customer.password, NEW_PASSWORD]);

      await expectStatusMessage(page, 'Password updated successfully!');
      await expect(page.getByText('Password updated successfully!')).toBeInViewport();
      await expect(password(page).getByLabel('Current Password')).toHaveValue('');
      await page.reload();
      await expect(main(page).getByRole('heading', { level: 2 })).toHaveText('Account Settings');
      expect(await other.isSignedIn()).toBe(false);
      await other.close();
      const renewed = await logInElsewhere(browser, shop, { ...customer, password: NEW_PASSWORD });
      expect(await renewed.isSignedIn()).toBe(true);
      await renewed.close();
    });

    test('SET-004 a wrong current password shows an error, and the page contains no password', async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto(SETTINGS);

      await changePassword(page, ['not this one', NEW_PASSWORD]);

      const current = password(page).getByLabel('Current Password');
      await expect(current).toHaveAccessibleDescription(settingsMessages.currentPasswordWrong);
      expect(await page.content()).not.toContain(NEW_PASSWORD);
      if (!javaScriptEnabled) await expect(current).toBeInViewport();
    });

    test('SET-003 rejects short, mismatched and common passwords', async ({ page, signIn }) => {
      const { password: old } = await signIn();
      await page.goto(SETTINGS);

      await changePassword(page, ['', '12345', '123456']);
      await expect(password(page).getByRole('alert')).toHaveText([
        settingsMessages.currentPasswordRequired,
        identityMessages.passwordTooShort,
      ]);
      await changePassword(page, [old, NEW_PASSWORD, 'something else']);

      await expect(password(page).getByRole('alert')).toHaveText([identityMessages.passwordsDiffer]);
      await changePassword(page, [old, 'Sunshine1', 'Sunshine1']);

      await expect(password(page).getByRole('alert')).toHaveText([identityMessages.passwordTooCommon]);
    });

    test('SET-009 Save Preferences stores the preferences', async ({ page, sql, signIn }) => {
      const { id } = await signIn();
      await page.goto(SETTINGS);

      await main(page).getByLabel(settingsMessages.orderEmails).uncheck();
      await main(page).getByLabel(settingsMessages.marketing).check();
      await main(page).getByRole('button', { name: 'Save Preferences' }).click();
      await expectStatusMessage(page, 'Preferences saved.');
      await page.goto(SETTINGS);

      await expect(main(page).getByLabel(settingsMessages.orderEmails)).not.toBeChecked();
      await expect(main(page).getByLabel(settingsMessages.marketing)).toBeChecked();
      const { rows } = await sql.query('select marketing_consent_at is not null as given from users where id = $1', [
        id,
      ]);
      expect(rows).toEqual([{ given: true }]);
    });

    test('SET-014 a customer sees their devices and logs one out', async ({ page, shop, browser, signIn }) => {
      const customer = await signIn();
      const phone = await logInElsewhere(
        browser,
        shop,
        customer,
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      );
      const desktop = await logInElsewhere(
        browser,
        shop,
        customer,
        'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/143.0',
      );
      await page.goto(SETTINGS);
      const devices = sessions(page).getByRole('listitem');

      await expect(devices).toHaveText([/^Firefox on Windows/, /^Safari on iPhone/, /This device$/]);
      await devices.filter({ hasText: 'iPhone' }).getByRole('button', { name: settingsMessages.logOut }).click();

      await expectStatusMessage(page, settingsMessages.deviceLoggedOut);
      await expect(devices).toHaveCount(2);
      expect([await phone.isSignedIn(), await desktop.isSignedIn()]).toEqual([false, true]);
      await Promise.all([phone.close(), desktop.close()]);
    });

    test('SET-014 a customer logs out all other devices', async ({ page, shop, browser, signIn }) => {
      const customer = await signIn();
      const others = [await logInElsewhere(browser, shop, customer), await logInElsewhere(browser, shop, customer)];
      await page.goto(SETTINGS);

      await sessions(page).getByRole('button', { name: 'Log out of all other devices' }).click();

      await expectStatusMessage(page, settingsMessages.loggedOutOthers);
      await expect(sessions(page)).toContainText(settingsMessages.onlyHere);
      expect(await Promise.all(others.map((other) => other.isSignedIn()))).toEqual([false, false]);
      await Promise.all(others.map((other) => other.close()));
    });
  });

test('SET-015 a customer downloads their data', async ({ page, signIn }) => {
  const { email } = await signIn();
  await page.goto(SETTINGS);

  const download = page.waitForEvent('download');
  await main(page).getByRole('link', { name: settingsMessages.download }).click();

  expect(JSON.stringify(JSON.parse(await readFile(await (await download).path(), 'utf8')))).toContain(email);
});
