import type { BrowserContext, Page } from '@playwright/test';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { identityMessages, twoFactorLoginMessages } from '@shop/contracts/identity/auth-messages';
import { TwoFactorSetup } from '@shop/contracts/identity/schema';
import { URI } from 'otpauth';
import { expectNoAxeViolations } from '../../support/accessibility.ts';
import { type Customer, expectStatusMessage, gotoHydrated, main, settingsSection } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const SETTINGS = '/account/settings';
const twoFactor = (page: Page) => settingsSection(page, settingsMessages.twoFactor);

/** Opens a section and confirms with the password, and with a code where two-factor authentication is on. */
async function openGate(page: Page, gate: string, typed: string, code?: string) {
  const details = twoFactor(page).getByRole('group').filter({ hasText: gate });
  await details.getByText(gate, { exact: true }).click();
  await details.getByLabel(settingsMessages.passwordToContinue).fill(typed);
  if (code) await details.getByLabel(twoFactorLoginMessages.code).fill(code);
  await details.getByRole('button', { name: settingsMessages.continue }).click();
}

async function turnOnTwoFactor({ request }: BrowserContext, { url }: { url: string }, { password }: Customer) {
  const post = async (path: string, body: unknown) => {
    const response = await request.post(`${url}/api/user/two-factor${path}`, { headers: { origin: url }, data: body });
    expect(response.status()).toBe(200);
    return response.json();
  };
  const { totpUri, recoveryCodes } = TwoFactorSetup.parse(await post('', { password }));
  const app = URI.parse(totpUri);
  await post('/confirmation', { code: app.generate() });
  return { app, recoveryCodes };
}

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('AUTH-014 a customer sets up two-factor authentication with an app', async ({ page, signIn }) => {
      const customer = await signIn();
      await page.goto(SETTINGS);

      await openGate(page, settingsMessages.setUp, 'not this one');
      await expect(twoFactor(page).getByRole('alert')).toHaveText(settingsMessages.currentPasswordWrong);
      await twoFactor(page).getByLabel(settingsMessages.passwordToContinue).fill(customer.password);
      await twoFactor(page).getByRole('button', { name: settingsMessages.continue }).click();

      await expect(twoFactor(page).getByRole('img', { name: settingsMessages.qrCode })).toBeVisible();
      const codes = await twoFactor(page).getByRole('listitem').allTextContents();
      expect(codes.length).toBeGreaterThanOrEqual(8);
      const app = URI.parse(await twoFactor(page).locator('input[name=totpUri]').inputValue());
      const key = await twoFactor(page).locator('code').first().textContent();
      expect(key?.replaceAll(' ', '')).toBe(app.secret.base32);

      // A wrong code keeps the setup key.
      const submitCode = async (code: string) => {
        await twoFactor(page).getByLabel(settingsMessages.code).fill(code);
        await twoFactor(page).getByRole('button', { name: settingsMessages.confirmTwoFactor }).click();
      };
      await submitCode('12');
      await expect(twoFactor(page).getByRole('alert')).toHaveText(identityMessages.codeInvalid);
      expect(await twoFactor(page).locator('code').first().textContent()).toBe(key);
      await submitCode(app.generate());

      await expectStatusMessage(page, 'Two-factor authentication turned on.');
      await expect(twoFactor(page)).toContainText(settingsMessages.recoveryCodesRemaining(codes.length));
    });

    test('AUTH-014 recovery codes are renewed, and two-factor authentication is turned off', async ({
      page,
      context,
      shop,
      signIn,
    }) => {
      const customer = await signIn();
      const { app, recoveryCodes: codes } = await turnOnTwoFactor(context, shop, customer);
      await page.goto(SETTINGS);

      await openGate(page, settingsMessages.newRecoveryCodes, customer.password, app.generate({ timestamp: 0 }));
      await expect(twoFactor(page).getByRole('alert')).toHaveText(identityMessages.codeInvalid);
      await twoFactor(page).getByLabel(settingsMessages.passwordToContinue).first().fill(customer.password);
      await twoFactor(page)
        .getByLabel(twoFactorLoginMessages.code)
        .first()
        .fill(codes[0] ?? '');
      await twoFactor(page).getByRole('button', { name: settingsMessages.continue }).first().click();
      await expect(twoFactor(page)).toContainText(settingsMessages.newCodesCreated);
      const renewed = await twoFactor(page).getByRole('listitem').allTextContents();
      expect(renewed).toHaveLength(codes.length);
      expect(renewed).not.toEqual(codes);

      await openGate(page, settingsMessages.turnOff, customer.password, renewed[0]);
      await expectStatusMessage(page, 'Two-factor authentication turned off.');
      await expect(twoFactor(page).getByText(settingsMessages.setUp, { exact: true })).toBeVisible();
    });
  });

test('the setup key of two-factor authentication stays while another form of the page is used', async ({
  page,
  signIn,
}) => {
  const customer = await signIn();
  await gotoHydrated(page, SETTINGS);
  await openGate(page, settingsMessages.setUp, customer.password);
  await expect(twoFactor(page).getByRole('img')).toBeVisible();

  await main(page).getByRole('button', { name: 'Save Preferences' }).click();
  await expectStatusMessage(page, settingsMessages.preferencesSaved);

  await expect(twoFactor(page).getByRole('img')).toBeVisible();
});

test('recovery codes can be copied', async ({ page, context, shop, signIn }) => {
  const customer = await signIn();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url });
  await gotoHydrated(page, SETTINGS);
  await openGate(page, settingsMessages.setUp, customer.password);

  await twoFactor(page).getByRole('button', { name: settingsMessages.copyCodes }).click();

  await expectStatusMessage(page, settingsMessages.codesCopied);
  const codes = await twoFactor(page).getByRole('listitem').allTextContents();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
});

test('RTE-019 two-factor setup and the account deletion dialog have no axe violations', async ({ page, signIn }) => {
  const customer = await signIn();
  await gotoHydrated(page, SETTINGS);
  await main(page).getByRole('button', { name: 'Update Password' }).click();
  await openGate(page, settingsMessages.setUp, customer.password);
  await expect(twoFactor(page).getByRole('img')).toBeVisible();
  await expectNoAxeViolations(page);

  await main(page).getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNoAxeViolations(page);
});
