import type { Page } from '@playwright/test';
import { registerMessages } from '@shop/contracts/identity-texts';
import { wake } from './account.ts';
import { fillCart, TRIO } from './cart-page.ts';
import { expect, test } from './fixtures.ts';
import { field, fillIn, isWrong, main, press, register, seesSignedIn, someone } from './sign-in-page.ts';

test('RTE-001 RTE-008 /register opens for guests, and leads to the login with the same way back', async ({ page }) => {
  const response = await page.goto('/register?redirect=checkout');

  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle('Register | Crystalline');
  await expect(main(page).getByRole('link', { name: registerMessages.login })).toHaveAttribute(
    'href',
    '/login?redirect=checkout',
  );
  for (const label of ['Password', 'Confirm Password'])
    await expect(field(page, label)).toHaveAttribute('autocomplete', 'new-password');
});

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });
    const open = (page: Page, path: string) => (javaScriptEnabled ? wake(page, path) : page.goto(path));

    test('VAL-004 VAL-005 VAL-007 an empty form says what is missing', async ({ page }) => {
      await open(page, '/register');

      await press(page, registerMessages.submit);

      await isWrong(page, 'Name', 'Name is required');
      await isWrong(page, 'Email', 'Email is required');
      await isWrong(page, 'Password', 'Password is required');
      if (javaScriptEnabled) await expect(field(page, 'Name')).toBeFocused();
    });

    test('VAL-006 VAL-008 a malformed email and a short password are told', async ({ page }) => {
      await open(page, '/register');

      await register(page, { name: 'Ada', email: 'ada@', password: '12345' });

      await isWrong(page, 'Email', 'Email is invalid');
      await isWrong(page, 'Password', 'Password must be at least 6 characters');
      await expect(field(page, 'Name')).toHaveValue('Ada');
    });

    test('VAL-009 another confirmation is told', async ({ page }) => {
      const { name, email, password } = someone();
      await open(page, '/register');

      await fillIn(page, { Name: name, Email: email, Password: password, 'Confirm Password': `${password}!` });
      await press(page, registerMessages.submit);

      await isWrong(page, 'Confirm Password', 'Passwords do not match');
      await expect(field(page, 'Email')).toHaveValue(email);
      if (!javaScriptEnabled) await expect(field(page, 'Password')).toHaveValue('');
    });

    test('ERR-008 ERR-010 an email that is taken is told in the page', async ({ page, signIn, context }) => {
      const { email } = await signIn();
      await context.clearCookies();
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => dialogs.push(dialog.message()));
      await open(page, '/register');

      await register(page, { ...someone(), email: email.toUpperCase() });

      await expect(main(page).getByRole('alert')).toHaveText('Email already exists');
      await expect(field(page, 'Email')).toHaveValue(email.toUpperCase());
      expect(dialogs).toEqual([]);
    });

    test('AUTH-002 who registers on the way to the checkout gets there', async ({ page, context, shop, sql }) => {
      const person = someone('Grace Hopper');
      await fillCart({ context, shop, sql }, TRIO);
      await page.goto('/checkout');
      await main(page).getByRole('link', { name: 'Create an account' }).click();

      await register(page, person);

      await expect(page).toHaveURL(/\/checkout$/);
      const { rows } = await sql.query('select name, role from users where email = $1', [person.email]);
      expect(rows).toEqual([{ name: 'Grace Hopper', role: 'customer' }]);
    });

    test('CONST-023 who registers is signed in, at home, and nothing of it is in the page', async ({ page }) => {
      await open(page, '/register');

      await register(page, someone());

      await expect(page).toHaveURL((url) => url.pathname === '/');
      await seesSignedIn(page);
      if (javaScriptEnabled) expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    });
  });

test('AUTH-006 the register button says that it works on it', async ({ page }) => {
  await wake(page, '/register');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/register.data', async (route) => {
    await held;
    await route.continue();
  });

  await register(page, someone());
  await expect(main(page).getByRole('button', { name: registerMessages.submitting })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  letGo();

  await seesSignedIn(page);
});
