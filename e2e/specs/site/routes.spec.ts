import type { Page } from '@playwright/test';
import { accountMessages, profileMessages, settingsMessages } from '@shop/contracts/identity/account-messages';
import { pageErrorMessages } from '@shop/contracts/layout/messages';
import { expectStatusMessage, gotoHydrated, main } from '../../support/account.ts';
import { test as base, expect } from '../../support/fixtures.ts';
import { startSecondInstance } from '../../support/second-instance.ts';
import { NO_RATE_LIMIT } from '../../support/shop.ts';

/** A web server whose API can be stopped and started. */
const test = base.extend<{ instance: Awaited<ReturnType<typeof startSecondInstance>> }>({
  instance: [
    async ({ shop }, use) => {
      const instance = await startSecondInstance(shop.databaseUrl, { ...NO_RATE_LIMIT, LOG_LEVEL: 'silent' });
      await use(instance);
      await instance.close();
    },
    { timeout: 60_000 },
  ],
});

const headerLink = (page: Page, name: string | RegExp) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });
const pageError = (page: Page, name: string) => page.getByRole('alert').getByRole('heading', { name, exact: true });
const tryAgain = (page: Page) => page.getByRole('alert').getByRole('link', { name: 'Try again' });
const cards = (page: Page) => main(page).getByRole('article');

const PROTECTED = [
  '/wishlist',
  '/orders',
  '/orders/1',
  '/account',
  '/account/addresses',
  '/account/settings',
  '/notifications',
];
const ADMIN = ['/admin', '/admin/products', '/admin/orders', '/admin/analytics', '/admin/settings'];

for (const path of [...PROTECTED, ...ADMIN]) {
  test(`RTE-002 RTE-003 RTE-004 a guest on ${path} is redirected to the login`, async ({ page }) => {
    await page.goto(path);

    await expect(page).toHaveURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === path);
  });
}

test('CHK-001 a guest on /checkout is redirected to the login with redirect=checkout', async ({ page }) => {
  await page.goto('/checkout');

  await expect(page).toHaveURL(/\/login\?redirect=checkout$/);
});

test('RTE-004 data requests of protected pages are protected too', async ({ request }) => {
  for (const path of ['/orders.data', '/account.data', '/admin.data', '/admin/orders.data']) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect(await response.text(), path).toContain('/login');
  }
});

for (const path of ADMIN) {
  test(`RTE-005 a customer on ${path} is redirected to Home`, async ({ page, signIn }) => {
    await signIn();
    await page.goto(path);

    await expect(page).toHaveURL((url) => url.pathname === '/');
  });
}

test('RTE-006 an unknown path redirects to Home', async ({ page }) => {
  await page.goto('/no/such/page');

  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('ADM-007 an unknown path under /admin redirects to /admin', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/admin/no-such-page');

  await expect(page).toHaveURL(/\/admin$/);
});

test('RTE-008 the title of Home is its section and the store', async ({ page }) => {
  await page.goto('/');

  await expect(page).toHaveTitle('Home | Crystalline');
});

test('RTE-001 Home opens without login', async ({ page }) => {
  const response = await page.goto('/');

  expect(response?.status()).toBe(200);
  await expect(page).toHaveURL((url) => url.pathname === '/');
});

test('CONST-023 nothing is stored in local storage', async ({ page, signIn }) => {
  await signIn();
  await Promise.all([page.waitForResponse('**/api/session'), page.goto('/')]);

  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('RTE-007 Loading... shows while a guarded page waits for the session, and not while a public one loads', async ({
  page,
  signIn,
}) => {
  await signIn();
  await gotoHydrated(page, '/');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/(products|wishlist)\.data/, async (route) => {
    await released;
    await route.continue();
  });
  const loading = page.getByRole('status').getByText('Loading...', { exact: true });

  await Promise.all([page.waitForRequest(/\/products\.data/), headerLink(page, 'Shop').click()]);
  await expect(loading).toHaveCount(0);
  await headerLink(page, /^Wishlist/).click();
  await expect(loading).toBeVisible();
  release();

  await expect(page).toHaveURL(/\/wishlist$/);
  await expect(loading).toHaveCount(0);
});

test('STATE-021 pages open and forms are saved in a browser without timers of half a second or more', async ({
  page,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await page.addInitScript(() => {
    const { setTimeout: start } = window;
    const startIfShort = (work: (...values: unknown[]) => void, delay = 0, ...values: unknown[]) =>
      delay < 500 ? start(() => work(...values), delay) : 0;
    Object.assign(window, { setTimeout: startIfShort });
  });
  await gotoHydrated(page, '/account?edit=1');

  await main(page).getByLabel(profileMessages.name).fill('Ada Lovelace');
  await main(page).getByRole('button', { name: profileMessages.save }).click();
  await expectStatusMessage(page, 'Profile updated successfully!');
  const menu = page.getByRole('navigation', { name: accountMessages.navigation });
  await menu.getByRole('link', { name: accountMessages.settings }).click();
  await main(page).getByLabel(settingsMessages.orderEmails).uncheck();
  await main(page).getByRole('button', { name: 'Save Preferences' }).click();
  await expectStatusMessage(page, 'Preferences saved.');
  await headerLink(page, /^Notifications/).click();
  await expect(page).toHaveURL(/\/notifications$/);
  await headerLink(page, 'Shop').click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(cards(page).first()).toBeVisible();

  const { rows } = await sql.query('select name, wants_order_emails from users where id = $1', [id]);
  expect(rows).toEqual([{ name: 'Ada Lovelace', wants_order_emails: false }]);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('ERR-014 a page without data shows an error, and Try again shows the page once the API responds', async ({
      page,
      instance,
    }) => {
      await instance.stopApi();
      await page.goto(`${instance.url}/products`);
      await expect(pageError(page, pageErrorMessages.unavailableTitle)).toBeVisible();
      await tryAgain(page).click();
      await expect(pageError(page, pageErrorMessages.unavailableTitle)).toBeVisible();

      await instance.startApi();
      await tryAgain(page).click();

      await expect(page).toHaveURL(`${instance.url}/products`);
      await expect(cards(page).first()).toBeVisible();
    });
  });

test('ERR-014 a link to a page without data shows the error, and Try again loads that page', async ({
  page,
  instance,
}) => {
  await gotoHydrated(page, `${instance.url}/about`);
  await instance.stopApi();

  await headerLink(page, 'Shop').click();
  await expect(pageError(page, pageErrorMessages.unavailableTitle)).toBeVisible();
  await expect(tryAgain(page)).toHaveAttribute('href', '/products');
  await instance.startApi();
  await tryAgain(page).click();

  await expect(cards(page).first()).toBeVisible();
});

test('ERR-025 a navigation that fails in the router shows Unexpected Application Error! without details', async ({
  page,
}) => {
  await gotoHydrated(page, '/about');
  await page.route(/\/products\.data/, (route) => route.fulfill({ body: 'secret detail\n' }));

  await headerLink(page, 'Shop').click();

  await expect(pageError(page, 'Unexpected Application Error!')).toBeVisible();
  await expect(page.getByText('secret detail')).toHaveCount(0);
  await tryAgain(page).click();
  await expect(cards(page).first()).toBeVisible();
});

test('ERR-025 a header that fails leaves the error alone, and Try again loads the whole page', async ({
  page,
  signIn,
}) => {
  await signIn();
  // A session that no header can show.
  await page.route('**/api/session', (route) => route.fulfill({ json: { user: { name: {}, role: 'customer' } } }));
  await page.goto('/about');

  await expect(pageError(page, 'Unexpected Application Error!')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await page.unroute('**/api/session');
  await tryAgain(page).click();

  await expect(page.getByRole('heading', { level: 1, name: 'About Crystalline' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});
