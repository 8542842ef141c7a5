import { expect, test } from '../../support/fixtures.ts';

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

    await expect(page).toHaveURL(/\/login$/);
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
