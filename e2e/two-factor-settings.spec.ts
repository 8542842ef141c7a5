import type { BrowserContext, Page } from '@playwright/test';
import { settingsMessages } from '@shop/contracts/account-texts';
import { TwoFactorSetup } from '@shop/contracts/identity';
import { URI } from 'otpauth';
import { type Member, main, settingsSection, told, wake } from './account.ts';
import { expect, test } from './fixtures.ts';
import { axeFindsNothing } from './for-everybody.ts';

const SETTINGS = '/account/settings';
const twoFactor = (page: Page) => settingsSection(page, settingsMessages.twoFactor);

/** Opens what asks for the password, and gives it. */
async function openGate(page: Page, gate: string, typed: string) {
  const details = twoFactor(page).getByRole('group').filter({ hasText: gate });
  await details.getByText(gate, { exact: true }).click();
  await details.getByLabel(settingsMessages.passwordToContinue).fill(typed);
  await details.getByRole('button', { name: settingsMessages.continue }).click();
}

async function turnOnTwoFactor({ request }: BrowserContext, { url }: { url: string }, { password }: Member) {
  const post = async (path: string, body: unknown) => {
    const response = await request.post(`${url}/api/user/two-factor${path}`, { headers: { origin: url }, data: body });
    expect(response.status()).toBe(200);
    return response.json();
  };
  const { totpUri, recoveryCodes } = TwoFactorSetup.parse(await post('', { password }));
  await post('/confirmation', { code: URI.parse(totpUri).generate() });
  return recoveryCodes;
}

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('AUTH-014 anyone sets up two-factor sign-in with an app of theirs', async ({ page, signIn }) => {
      const member = await signIn();
      await page.goto(SETTINGS);

      await openGate(page, settingsMessages.setUp, 'not this one');
      await expect(twoFactor(page).getByRole('alert')).toHaveText(settingsMessages.currentPasswordWrong);
      await twoFactor(page).getByLabel(settingsMessages.passwordToContinue).fill(member.password);
      await twoFactor(page).getByRole('button', { name: settingsMessages.continue }).click();

      await expect(twoFactor(page).getByRole('img', { name: settingsMessages.qrCode })).toBeVisible();
      const codes = await twoFactor(page).getByRole('listitem').allTextContents();
      expect(codes.length).toBeGreaterThanOrEqual(8);
      const app = URI.parse(await twoFactor(page).locator('input[name=totpUri]').inputValue());
      const key = await twoFactor(page).locator('code').first().textContent();
      expect(key?.replaceAll(' ', '')).toBe(app.secret.base32);

      // A wrong code asks again, without a new key to scan.
      const answer = async (code: string) => {
        await twoFactor(page).getByLabel(settingsMessages.code).fill(code);
        await twoFactor(page).getByRole('button', { name: settingsMessages.confirmTwoFactor }).click();
      };
      await answer('12');
      await expect(twoFactor(page).getByRole('alert')).toHaveText(settingsMessages.codeWrong);
      expect(await twoFactor(page).locator('code').first().textContent()).toBe(key);
      await answer(app.generate());

      await told(page, 'Two-factor sign-in is turned on.');
      await expect(twoFactor(page)).toContainText(settingsMessages.recoveryCodesLeft(codes.length));
    });

    test('AUTH-014 two-factor sign-in gets new recovery codes, and is turned off again', async ({
      page,
      context,
      shop,
      signIn,
    }) => {
      const member = await signIn();
      const codes = await turnOnTwoFactor(context, shop, member);
      await page.goto(SETTINGS);

      await openGate(page, settingsMessages.newRecoveryCodes, member.password);
      await expect(twoFactor(page)).toContainText(settingsMessages.newCodesMade);
      const renewed = await twoFactor(page).getByRole('listitem').allTextContents();
      expect(renewed).toHaveLength(codes.length);
      expect(renewed).not.toEqual(codes);

      await openGate(page, settingsMessages.turnOff, member.password);
      await told(page, 'Two-factor sign-in is turned off.');
      await expect(twoFactor(page).getByText(settingsMessages.setUp, { exact: true })).toBeVisible();
    });
  });

test('the key of a two-factor set-up stays while another form of the page is used', async ({ page, signIn }) => {
  const member = await signIn();
  await wake(page, SETTINGS);
  await openGate(page, settingsMessages.setUp, member.password);
  await expect(twoFactor(page).getByRole('img')).toBeVisible();

  await main(page).getByRole('button', { name: 'Save Preferences' }).click();
  await told(page, settingsMessages.preferencesSaved);

  await expect(twoFactor(page).getByRole('img')).toBeVisible();
});

test('recovery codes can be copied', async ({ page, context, shop, signIn }) => {
  const member = await signIn();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url });
  await wake(page, SETTINGS);
  await openGate(page, settingsMessages.setUp, member.password);

  await twoFactor(page).getByRole('button', { name: settingsMessages.copyCodes }).click();

  await told(page, settingsMessages.codesCopied);
  const codes = await twoFactor(page).getByRole('listitem').allTextContents();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
});

test('RTE-019 axe finds nothing in the set-up of two-factor sign-in and in the question before deletion', async ({
  page,
  signIn,
}) => {
  const member = await signIn();
  await wake(page, SETTINGS);
  await main(page).getByRole('button', { name: 'Update Password' }).click();
  await openGate(page, settingsMessages.setUp, member.password);
  await expect(twoFactor(page).getByRole('img')).toBeVisible();
  await axeFindsNothing(page);

  await main(page).getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await axeFindsNothing(page);
});
