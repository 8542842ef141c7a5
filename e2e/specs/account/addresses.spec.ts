import type { Page } from '@playwright/test';
import { addressMessages } from '@shop/contracts/identity/account-messages';
import {
  addressCard,
  expectStatusMessage,
  gotoHydrated,
  insertAddresses,
  lockUserRow,
  main,
} from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const LIST = /\/account\/addresses$/;
const cards = (page: Page) => main(page).getByRole('article');

test('ADDR-001 ADDR-002 My Addresses shows cards in two columns', async ({ page, sql, signIn }) => {
  await insertAddresses(sql, (await signIn()).id, 'Home', 'Work', 'Cottage');
  await page.goto('/account/addresses');

  await expect(main(page).getByRole('heading', { level: 2 })).toHaveText('My Addresses');
  const places = await cards(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const [first, second, third] = places;
  expect(places).toHaveLength(3);
  expect(second?.top).toBe(first?.top);
  expect(second?.left).toBeGreaterThan(first?.right ?? Number.POSITIVE_INFINITY);
  expect(third?.left).toBe(first?.left);
  expect(third?.top).toBeGreaterThan(first?.bottom ?? Number.POSITIVE_INFINITY);
});

test('ADDR-003 ADDR-006 the list links to the forms', async ({ page, sql, signIn }) => {
  const [home] = await insertAddresses(sql, (await signIn()).id, 'Home');
  await page.goto('/account/addresses');

  const add = main(page).getByRole('link', { name: '+ Add New Address' });
  await expect(add).toHaveAttribute('href', '/account/addresses/new');
  await expect(addressCard(page, 'Home').getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/account/addresses/edit/${home}`,
  );
});

test('ADDR-004 ADDR-005 ADDR-007 ADDR-008 a card shows its address and the available actions', async ({
  page,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await insertAddresses(sql, id, 'Home', 'Work');
  await sql.query("update addresses set line2 = null where user_id = $1 and name = 'Work'", [id]);
  await page.goto('/account/addresses');

  const lines = (name: string) => addressCard(page, name).locator('address > *');
  await expect(lines('Home')).toHaveText(['1 Main Street', 'Apartment 3', 'Springfield, Ontario K1A 0B1', 'Canada']);
  await expect(lines('Work')).toHaveText(['1 Main Street', 'Springfield, Ontario K1A 0B1', 'Canada']);
  await expect(addressCard(page, 'Home').getByText('Default Address')).toBeVisible();
  await expect(addressCard(page, 'Home').getByRole('button', { name: 'Set as Default' })).toHaveCount(0);
  await expect(addressCard(page, 'Work').getByText('Default Address')).toHaveCount(0);
  await expect(addressCard(page, 'Work').getByRole('button', { name: 'Set as Default' })).toBeVisible();
  for (const name of ['Home', 'Work'])
    await expect(addressCard(page, name).getByRole('button', { name: 'Delete' })).toBeVisible();
});

test('ADDR-010 ADDR-011 an empty list says so and links to the form', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/account/addresses');

  await expect(main(page).getByText("You don't have any saved addresses.")).toBeVisible();
  await main(page).getByRole('link', { name: '+ Add a new address' }).click();

  await expect(page).toHaveURL(/\/account\/addresses\/new$/);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('ADDR-017 API-023 sets another address as the default', async ({ page, sql, signIn }) => {
      await insertAddresses(sql, (await signIn()).id, 'Home', 'Work');
      await page.goto('/account/addresses');

      await addressCard(page, 'Work').getByRole('button', { name: 'Set as Default' }).click();

      await expectStatusMessage(page, 'Default address updated');
      await expect(addressCard(page, 'Work').getByText('Default Address')).toBeVisible();
      await expect(addressCard(page, 'Home').getByRole('button', { name: 'Set as Default' })).toBeVisible();
    });

    test('ERR-019 shows an error when changing the default fails', async ({ page, shop, sql, signIn }) => {
      const { id } = await signIn();
      await insertAddresses(sql, id, 'Home', 'Work');
      await page.goto('/account/addresses');
      const release = await lockUserRow(shop.databaseUrl, id);

      await addressCard(page, 'Work').getByRole('button', { name: 'Set as Default' }).click();

      const alert = page.getByRole('alert').filter({ hasText: addressMessages.defaultFailed });
      await expect(alert).toBeVisible({ timeout: 30_000 });
      await expect(addressCard(page, 'Home').getByText('Default Address')).toBeVisible();
      await release();
    });

    test('shows an error when the address was deleted in the meantime', async ({ page, sql, signIn }) => {
      const { id } = await signIn();
      await insertAddresses(sql, id, 'Home', 'Work');
      await page.goto('/account/addresses');
      await sql.query("delete from addresses where user_id = $1 and name = 'Work'", [id]);

      await addressCard(page, 'Work').getByRole('button', { name: 'Set as Default' }).click();

      await expect(page.getByRole('alert').filter({ hasText: addressMessages.notFound })).toBeVisible();
      await expect(cards(page)).toHaveCount(1);
    });
  });

test.describe('deleting an address', () => {
  test('ADDR-009 API-023 asks for confirmation in a dialog and deletes only the confirmed address', async ({
    page,
    sql,
    signIn,
  }) => {
    await insertAddresses(sql, (await signIn()).id, 'Home', 'Work');
    await gotoHydrated(page, '/account/addresses');
    const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this address?' });
    const ask = addressCard(page, 'Home').getByRole('button', { name: 'Delete' });

    await ask.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(ask).toBeFocused();
    await expect(cards(page)).toHaveCount(2);

    await ask.press('Enter');
    await dialog.getByRole('button', { name: addressMessages.confirmDeleteYes }).click();

    await expectStatusMessage(page, addressMessages.deleted);
    await expect(cards(page)).toHaveCount(1);
    // The remaining address becomes the default.
    await expect(addressCard(page, 'Work').getByText('Default Address')).toBeVisible();
    await expect(main(page).getByRole('heading', { level: 2 })).toBeFocused();
  });

  test('ERR-019 shows an error and keeps the address when it fails', async ({ page, shop, sql, signIn }) => {
    const { id } = await signIn();
    await insertAddresses(sql, id, 'Home');
    await gotoHydrated(page, '/account/addresses');
    const release = await lockUserRow(shop.databaseUrl, id);

    await addressCard(page, 'Home').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: addressMessages.confirmDeleteYes }).click();

    const alert = page.getByRole('alert').filter({ hasText: addressMessages.deleteFailed });
    await expect(alert).toBeVisible({ timeout: 30_000 });
    await expect(addressCard(page, 'Home')).toBeVisible();
    await release();
  });

  test.describe('JavaScript off', () => {
    test.use({ javaScriptEnabled: false });

    test('ADDR-009 asks for confirmation in the page and deletes only the confirmed address', async ({
      page,
      sql,
      signIn,
    }) => {
      await insertAddresses(sql, (await signIn()).id, 'Home', 'Work');
      await page.goto('/account/addresses');
      const question = page.getByRole('region', { name: 'Are you sure you want to delete this address?' });

      await addressCard(page, 'Work').getByRole('button', { name: 'Delete' }).click();
      await expect(question).toContainText('Work');
      await question.getByRole('link', { name: addressMessages.cancel }).click();
      await expect(page).toHaveURL(LIST);
      await expect(cards(page)).toHaveCount(2);

      await addressCard(page, 'Work').getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('button', { name: addressMessages.confirmDeleteYes }).click();

      await expectStatusMessage(page, addressMessages.deleted);
      await expect(question).toHaveCount(0);
      await expect(cards(page)).toHaveCount(1);
    });
  });
});
