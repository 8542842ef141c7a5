import type { Page } from '@playwright/test';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { KNOWN_DEVICE_COOKIE, SESSION_COOKIE } from '@shop/contracts/identity/constants';
import { fillCart, TRIO } from '../../pages/cart.ts';
import { placeOrder } from '../../pages/checkout.ts';
import { expectFieldError, expectGuest, expectLoggedIn, field, logIn, logOut, main, press } from '../../pages/login.ts';
import { gotoHydrated, register as registerCustomer } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test('RTE-001 RTE-008 AUTH-004 AUTH-005 /login opens for guests and links to register and forgot password', async ({
  page,
}) => {
  const response = await page.goto('/login?redirect=%2Forders');

  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle('Login | Crystalline');
  await expect(main(page).getByRole('link', { name: loginMessages.forgot })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  await expect(main(page).getByRole('link', { name: loginMessages.register })).toHaveAttribute(
    'href',
    '/register?redirect=%2Forders',
  );
});

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });
    const open = (page: Page, path: string) => (javaScriptEnabled ? gotoHydrated(page, path) : page.goto(path));

    test('VAL-001 VAL-003 an empty form shows the required fields', async ({ page }) => {
      await open(page, '/login');

      await press(page, 'Login');

      await expectFieldError(page, 'Email', 'Email is required');
      await expectFieldError(page, 'Password', 'Password is required');
      if (javaScriptEnabled) await expect(field(page, 'Email')).toBeFocused();
    });

    test('VAL-002 rejects a malformed email and keeps the input', async ({ page }) => {
      await open(page, '/login');

      await logIn(page, { email: 'ada@example', password: 'secret words' });

      await expectFieldError(page, 'Email', 'Email is invalid');
      await expect(field(page, 'Email')).toHaveValue('ada@example');
      // The server does not echo the password; with JavaScript the browser keeps the input.
      if (!javaScriptEnabled) await expect(field(page, 'Password')).toHaveValue('');
    });

    test('ERR-006 ERR-010 a failed login shows the same message for known and unknown emails', async ({
      page,
      context,
      shop,
    }) => {
      const { email } = await registerCustomer(context, shop);
      await context.clearCookies();
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => dialogs.push(dialog.message()));
      await open(page, '/login');

      for (const who of [email, 'unknown@example.com']) {
        await logIn(page, { email: who, password: 'a wrong password' });

        await expect(main(page).getByRole('alert')).toHaveText('Invalid email or password');
        await expect(field(page, 'Email')).toHaveValue(who);
      }
      expect(dialogs).toEqual([]);
      await expectGuest(page);
    });

    test('AUTH-009 CONST-023 a login survives a reload by an HttpOnly cookie', async ({ page, context, shop }) => {
      const customer = await registerCustomer(context, shop);
      await context.clearCookies();
      await open(page, '/login');

      await logIn(page, customer);
      await expect(page).toHaveURL((url) => url.pathname === '/');
      await page.reload();

      await expectLoggedIn(page);
      const [cookie] = await context.cookies();
      expect(cookie).toMatchObject({ name: SESSION_COOKIE, httpOnly: true, secure: true, sameSite: 'Lax' });
      if (javaScriptEnabled)
        expect(await page.evaluate(() => [Object.keys(localStorage), document.cookie])).toEqual([[], '']);
    });

    test('logging out removes the session and its cookie', async ({ page, context, signIn }) => {
      await signIn();
      await open(page, '/about');

      await logOut(page);

      await expect(page).toHaveURL((url) => url.pathname === '/');
      await expectGuest(page);
      // That this device has logged in before outlives its sessions.
      expect((await context.cookies()).map(({ name }) => name)).toEqual([KNOWN_DEVICE_COOKIE]);
      await page.goto('/account');
      await expect(page).toHaveURL(/\/login\?redirect=%2Faccount$/);
    });

    test('a guest who follows the link of an order email is on the order after login', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      const customer = await registerCustomer(context, shop);
      const orderId = await placeOrder({ context, shop, sql }, customer, TRIO);
      await context.clearCookies();
      await page.goto(`/orders/${orderId}`);

      await logIn(page, customer);

      await expect(page).toHaveURL((url) => url.pathname === `/orders/${orderId}`);
    });

    test('AUTH-001 redirect=checkout leads to /checkout after login', async ({ page, context, shop, sql }) => {
      const customer = await registerCustomer(context, shop);
      await fillCart({ context, shop, sql }, TRIO);
      await context.clearCookies();
      await page.goto('/checkout');
      await expect(page).toHaveURL(/\/login\?redirect=checkout$/);

      await logIn(page, { email: customer.email, password: 'not this one' });
      await expect(main(page).getByRole('alert')).toBeVisible();
      await logIn(page, customer);

      await expect(page).toHaveURL(/\/checkout$/);
    });

    test('AUTH-003 a redirect to another origin leads to Home', async ({ page, context, shop }) => {
      const customer = await registerCustomer(context, shop);

      for (const target of ['//evil.example', '/\\evil.example', 'https://evil.example/']) {
        await context.clearCookies();
        await open(page, `/login?redirect=${encodeURIComponent(target)}`);
        await logIn(page, customer);
        await expect(page).toHaveURL(`${shop.url}/`);
      }
    });

    test('AUTH-003 a redirect to a path of this site is followed', async ({ page, context, shop }) => {
      const customer = await registerCustomer(context, shop);
      await context.clearCookies();
      await open(page, `/login?redirect=${encodeURIComponent('/products?category=Jewelry')}`);

      await logIn(page, customer);

      await expect(page).toHaveURL(`${shop.url}/products?category=Jewelry`);
    });

    test('a logged-in customer is redirected from /login and /register', async ({ page, signIn, shop }) => {
      await signIn();

      for (const [path, target] of [
        ['/login', '/'],
        ['/register', '/'],
        ['/login?redirect=/about', '/about'],
        ['/register?redirect=/faq', '/faq'],
        ['/login?redirect=//evil.example', '/'],
      ]) {
        await page.goto(`${path}`);
        await expect(page).toHaveURL(shop.url + target);
      }
    });

    test('GET /logout asks for confirmation', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/logout');
      await expectLoggedIn(page);

      await press(page, 'Logout');

      await expect(page).toHaveURL((url) => url.pathname === '/');
      await expectGuest(page);
    });
  });

test('a field error clears once the input is valid', async ({ page }) => {
  await gotoHydrated(page, '/login');
  await press(page, 'Login');
  await expectFieldError(page, 'Email', 'Email is required');

  await field(page, 'Email').pressSequentially('a');
  await expectFieldError(page, 'Email', 'Email is invalid');
  await field(page, 'Email').pressSequentially('da@example.com');

  await expect(field(page, 'Email')).not.toHaveAttribute('aria-invalid');
});

test('AUTH-006 the login button reads Logging in... while the request runs', async ({ page }) => {
  await gotoHydrated(page, '/login');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/login.data', async (route) => {
    await released;
    await route.continue();
  });

  await logIn(page, { email: 'unknown@example.com', password: 'a wrong password' });
  const button = main(page).getByRole('button', { name: 'Logging in...' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  release();

  await expect(main(page).getByRole('alert')).toHaveText('Invalid email or password');
  await expect(main(page).getByRole('button', { name: 'Login', exact: true })).not.toHaveAttribute('aria-disabled');
});

test('a password can be pasted, revealed by keyboard and autofilled', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await gotoHydrated(page, '/login');
  await page.evaluate(() => navigator.clipboard.writeText('pasted words'));
  const password = field(page, 'Password');
  await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');

  await password.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(password).toHaveValue('pasted words');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(main(page).getByRole('button', { name: 'Hide password' })).toBeFocused();
  await page.keyboard.press('Space');

  await expect(password).toHaveAttribute('type', 'password');
});
