import type { Page } from '@playwright/test';
import { identityMessages, registerMessages } from '@shop/contracts/identity/auth-messages';
import { fillCart, TRIO } from '../../pages/cart.ts';
import {
  aRegistration,
  expectFieldError,
  expectLoggedIn,
  field,
  fillIn,
  main,
  press,
  register,
} from '../../pages/login.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test('RTE-001 RTE-008 /register opens for guests and links to the login with the same redirect', async ({ page }) => {
  const response = await page.goto('/register?redirect=checkout');

  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle('Register | Crystalline');
  await expect(main(page).getByRole('link', { name: registerMessages.login })).toHaveAttribute(
    'href',
    '/login?redirect=checkout',
  );
  for (const label of ['Password', 'Confirm password'])
    await expect(field(page, label)).toHaveAttribute('autocomplete', 'new-password');
});

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });
    const open = (page: Page, path: string) => (javaScriptEnabled ? gotoHydrated(page, path) : page.goto(path));

    test('VAL-004 VAL-005 VAL-007 an empty form shows the required fields', async ({ page }) => {
      await open(page, '/register');

      await press(page, registerMessages.submit);

      await expectFieldError(page, 'Name', 'Name is required');
      await expectFieldError(page, 'Email', 'Email is required');
      await expectFieldError(page, 'Password', 'Password is required');
      if (javaScriptEnabled) await expect(field(page, 'Name')).toBeFocused();
    });

    test('VAL-006 VAL-008 rejects a malformed email and a short password', async ({ page }) => {
      await open(page, '/register');

      await register(page, { name: 'Ada', email: 'ada@', password: '12345' });

      await expectFieldError(page, 'Email', 'Email is invalid');
      await expectFieldError(page, 'Password', 'Password must be at least 6 characters');
      await expect(field(page, 'Name')).toHaveValue('Ada');
    });

    test('rejects a common password', async ({ page }) => {
      await open(page, '/register');

      await register(page, { ...aRegistration(), password: '123456' });

      await expectFieldError(page, 'Password', identityMessages.passwordTooCommon);
    });

    test('VAL-009 rejects a different confirmation', async ({ page }) => {
      const { name, email, password } = aRegistration();
      await open(page, '/register');

      await fillIn(page, { Name: name, Email: email, Password: password, 'Confirm password': `${password}!` });
      await press(page, registerMessages.submit);

      await expectFieldError(page, 'Confirm password', 'Passwords do not match');
      await expect(field(page, 'Email')).toHaveValue(email);
      if (!javaScriptEnabled) await expect(field(page, 'Password')).toHaveValue('');
    });

    test('ERR-008 ERR-010 an email that is already registered shows an error in the page', async ({
      page,
      signIn,
      context,
    }) => {
      const { email } = await signIn();
      await context.clearCookies();
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => dialogs.push(dialog.message()));
      await open(page, '/register');

      await register(page, { ...aRegistration(), email: email.toUpperCase() });

      await expect(main(page).getByRole('alert')).toHaveText('Email already exists');
      await expect(field(page, 'Email')).toHaveValue(email.toUpperCase());
      expect(dialogs).toEqual([]);
    });

    test('AUTH-002 registering on the way to the checkout continues to /checkout', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      const registration = aRegistration('Grace Hopper');
      await fillCart({ context, shop, sql }, TRIO);
      await page.goto('/checkout');
      await main(page).getByRole('link', { name: 'Register', exact: true }).click();

      await register(page, registration);

      await expect(page).toHaveURL(/\/checkout$/);
      const { rows } = await sql.query('select name, role from users where email = $1', [registration.email]);
      expect(rows).toEqual([{ name: 'Grace Hopper', role: 'customer' }]);
    });

    test('CONST-023 registering logs in, leads to Home and stores nothing in local storage', async ({ page }) => {
      await open(page, '/register');

      await register(page, aRegistration());

      await expect(page).toHaveURL((url) => url.pathname === '/');
      await expectLoggedIn(page);
      if (javaScriptEnabled) expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    });
  });

test('AUTH-006 the register button is busy while the request runs', async ({ page }) => {
  await gotoHydrated(page, '/register');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/register.data', async (route) => {
    await released;
    await route.continue();
  });

  await register(page, aRegistration());
  await expect(main(page).getByRole('button', { name: registerMessages.submitting })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  release();

  await expectLoggedIn(page);
});
