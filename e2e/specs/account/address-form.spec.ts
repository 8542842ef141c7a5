import type { Page } from '@playwright/test';
import { addressMessages, postalCodeMessages } from '@shop/contracts/identity/account-messages';
import { COUNTRIES } from '@shop/contracts/identity/constants';
import { addressCard, expectStatusMessage, insertAddresses, lockUserRow, main } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';
import { UNKNOWN_ID } from '../../support/shop.ts';

const HOME = { name: 'Home', line1: '1 Main Street', city: 'Springfield', state: 'Illinois', postalCode: '62701' };

type OptionalField = 'recipient' | 'line2' | 'phone';

const field = (page: Page, name: keyof typeof HOME | OptionalField | 'country') =>
  main(page).getByLabel(addressMessages[name]);

async function fill(page: Page, address: Partial<Record<keyof typeof HOME | OptionalField, string>>) {
  for (const name of ['name', 'recipient', 'line1', 'line2', 'city', 'state', 'postalCode', 'phone'] as const) {
    const text = address[name];
    if (text !== undefined) await field(page, name).fill(text);
  }
}
const save = (page: Page) => main(page).getByRole('button', { name: addressMessages.save }).click();

test('ADDR-012 ADDR-013 ADDR-014 the form has a field for each part of an address, with a list of countries', async ({
  page,
  sql,
  signIn,
}) => {
  await insertAddresses(sql, (await signIn()).id, 'Home');
  await page.goto('/account/addresses/new');

  const names = await main(page)
    .locator('form :is(input, select)')
    .evaluateAll((all) => all.map((control) => control.getAttribute('name')));
  expect(names).toEqual([
    'name',
    'recipient',
    'line1',
    'line2',
    'city',
    'state',
    'postalCode',
    'country',
    'phone',
    'isDefault',
  ]);
  await expect(field(page, 'country').getByRole('option')).toHaveText([...COUNTRIES]);
  await expect(field(page, 'country')).toHaveValue('United States');
  await expect(main(page).getByLabel(addressMessages.isDefault)).not.toBeChecked();
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('ADDR-015 API-023 a new address is saved through the API and appears in the list', async ({
      page,
      sql,
      signIn,
    }) => {
      const { id } = await signIn();
      await page.goto('/account/addresses/new');

      await expect(field(page, 'recipient')).toHaveValue('Grace Hopper');
      await fill(page, { ...HOME, recipient: 'Ada Lovelace', postalCode: '560 001', phone: '+91 80 5555 0100' });
      await field(page, 'country').selectOption('India');
      await save(page);

      await expectStatusMessage(page, addressMessages.saved);
      await expect(addressCard(page, 'Home').locator('address > *')).toHaveText([
        'Ada Lovelace',
        '1 Main Street',
        'Springfield, Illinois 560001',
        'India',
        'Phone: +91 80 5555 0100',
      ]);
      // The first address is the default, whether or not the box was checked.
      await expect(addressCard(page, 'Home').getByText('Default Address')).toBeVisible();
      const { rows } = await sql.query('select name, line2, country, is_default from addresses where user_id = $1', [
        id,
      ]);
      expect(rows).toEqual([{ name: 'Home', line2: null, country: 'India', is_default: true }]);
    });

    test('a new address can be saved as the default', async ({ page, sql, signIn }) => {
      await insertAddresses(sql, (await signIn()).id, 'Home');
      await page.goto('/account/addresses/new');

      await fill(page, { ...HOME, name: 'Work' });
      await main(page).getByLabel(addressMessages.isDefault).check();
      await save(page);

      await expect(addressCard(page, 'Work').getByText('Default Address')).toBeVisible();
      await expect(main(page).getByText('Default Address')).toHaveCount(1);
    });

    test('VAL-010 VAL-011 VAL-012 VAL-013 VAL-014 missing fields show errors, and the other input is kept', async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto('/account/addresses/new');

      await fill(page, { line2: 'Apartment 3' });
      await field(page, 'country').selectOption('Canada');
      await save(page);

      const missing = {
        name: 'Address name is required',
        line1: 'Address line 1 is required',
        city: 'City is required',
        state: 'State is required',
        postalCode: 'Postal code is required',
      } as const;
      for (const name of ['name', 'line1', 'city', 'state', 'postalCode'] as const) {
        await expect(field(page, name)).toHaveAttribute('aria-invalid', 'true');
        await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(`^${missing[name]}`));
      }
      await expect(field(page, 'line2')).not.toHaveAttribute('aria-invalid');
      await expect(field(page, 'line2')).toHaveValue('Apartment 3');
      await expect(field(page, 'country')).toHaveValue('Canada');
      if (javaScriptEnabled) await expect(field(page, 'name')).toBeFocused();
    });

    test('a postal code that does not fit the country is rejected with the expected form', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/account/addresses/new');

      await fill(page, { ...HOME, postalCode: 'not a pin code!!' });
      await field(page, 'country').selectOption('India');
      await save(page);

      await expect(field(page, 'postalCode')).toHaveAccessibleDescription(postalCodeMessages.India);
      await expect(field(page, 'postalCode')).toHaveValue('not a pin code!!');
      await fill(page, { postalCode: '560001' });
      await save(page);
      await expectStatusMessage(page, addressMessages.saved);
    });

    test('ADDR-016 API-023 the form is filled with the saved address and updates it', async ({ page, sql, signIn }) => {
      const [, work] = await insertAddresses(sql, (await signIn()).id, 'Home', 'Work');
      await page.goto(`/account/addresses/edit/${work}`);

      await expect(field(page, 'name')).toHaveValue('Work');
      await expect(field(page, 'line2')).toHaveValue('Apartment 3');
      await expect(field(page, 'country')).toHaveValue('Canada');
      await fill(page, { line1: '2 Side Street', line2: '' });
      await save(page);

      await expectStatusMessage(page, addressMessages.saved);
      await expect(addressCard(page, 'Work').locator('address > *')).toHaveText([
        'Grace Hopper',
        '2 Side Street',
        'Springfield, Ontario K1A 0B1',
        'Canada',
      ]);
      await expect(addressCard(page, 'Home')).toContainText('1 Main Street');
    });

    test('?redirect=checkout returns to the checkout after saving', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/account/addresses/new?redirect=checkout');
      await expect(main(page).getByRole('link', { name: addressMessages.cancel })).toHaveAttribute('href', '/checkout');

      // A rejected submission keeps the redirect target.
      await save(page);
      await expect(field(page, 'city')).toHaveAttribute('aria-invalid', 'true');
      await fill(page, HOME);

      // With an empty cart the checkout redirects at once.
      const checkout = page.waitForRequest((request) => /^\/checkout(\.data)?$/.test(new URL(request.url()).pathname));
      await save(page);
      await checkout;
    });

    test('?redirect= does not lead to another origin', async ({ page, shop, signIn }) => {
      await signIn();
      await page.goto('/account/addresses/new?redirect=//evil.example');

      await fill(page, HOME);
      await save(page);

      await expect(page).toHaveURL(`${shop.url}/`);
    });

    test('ERR-017 a rejected address shows the message of the API and keeps the input', async ({
      page,
      sql,
      signIn,
    }) => {
      await insertAddresses(sql, (await signIn()).id, ...Array.from({ length: 50 }, (_, n) => `Home ${n}`));
      await page.goto('/account/addresses/new');

      await fill(page, HOME);
      await save(page);

      await expect(main(page).getByRole('alert')).toHaveText(addressMessages.tooMany);
      await expect(field(page, 'city')).toHaveValue('Springfield');
    });

    test('ERR-018 shows an error when saving an address fails', async ({ page, shop, signIn }) => {
      const { id } = await signIn();
      await page.goto('/account/addresses/new');
      await fill(page, HOME);
      const release = await lockUserRow(shop.databaseUrl, id);

      await save(page);

      const message = 'Failed to save address. Please try again.';
      await expect(main(page).getByRole('alert')).toHaveText(message, { timeout: 30_000 });
      await expect(field(page, 'city')).toHaveValue('Springfield');
      await release();
    });

    test('an unknown address and one of another customer cannot be edited', async ({ page, sql, signIn }) => {
      await signIn();
      const { rows } = await sql.query<{ id: string }>(
        "select a.id from addresses a join users u on u.id = a.user_id where u.email = 'ada@example.com'",
      );

      for (const id of [rows[0]?.id, UNKNOWN_ID, 'nonsense']) {
        await page.goto(`/account/addresses/edit/${id}`);
        await expect(page).toHaveURL(/\/account\/addresses$/);
      }
    });
  });

test('VAL-010 a form submitted before hydration takes the focus to its first error', async ({ page, signIn }) => {
  await signIn();
  const submitted = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await submitted.promise;
    await route.continue();
  });
  await page.goto('/account/addresses/new', { waitUntil: 'commit' });
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');

  await fill(page, { name: 'Home' });
  await save(page);
  await answer;
  submitted.resolve();

  await expect(field(page, 'line1')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'name')).toHaveValue('Home');
  await expect(field(page, 'line1')).toBeFocused();
});
