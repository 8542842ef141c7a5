import type { Page } from '@playwright/test';
import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { can, STAFF_ROLES } from '@shop/contracts/common/permissions';
import { insertTicket } from '../../pages/admin.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';
import { UNKNOWN_ID } from '../../support/shop.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin panel' });
const group = (page: Page, name: string) => sidebar(page).getByRole('region', { name, exact: true });
const linksOf = (page: Page, name: string) =>
  group(page, name)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('href')]));

test('ADM-001 ADM-002 ADM-003 ADM-004 ADM-005 the sidebar shows its groups', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/admin/orders');

  await expect(page.getByRole('complementary').getByText('Admin Panel', { exact: true })).toBeVisible();
  expect(await linksOf(page, 'Main')).toEqual([
    ['Dashboard', '/admin'],
    ['Analytics', '/admin/analytics'],
  ]);
  expect(await linksOf(page, 'Management')).toEqual([
    ['Products', '/admin/products'],
    ['Collections', '/admin/collections'],
    ['Unmet Demand', '/admin/demand'],
    ['Orders', '/admin/orders'],
    ['Returns', '/admin/returns'],
    ['Customers', '/admin/customers'],
  ]);
  expect(await linksOf(page, 'Customer Support')).toEqual([
    ['Support Tickets', '/admin/support-tickets'],
    ['Reviews', '/admin/reviews'],
  ]);
  expect(await linksOf(page, 'Operations')).toEqual([
    ['Payments', '/admin/payments'],
    ['Audit Log', '/admin/audit-log'],
    ['System', '/admin/system'],
  ]);
  expect(await linksOf(page, 'Settings')).toEqual([
    ['Staff', '/admin/staff'],
    ['Store Settings', '/admin/settings'],
  ]);
  await expect(group(page, 'Settings').getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('ADM-006 Logout ends the session and returns to Home', async ({ page, signIn }) => {
  await signIn('admin');
  await gotoHydrated(page, '/admin/orders');
  await group(page, 'Settings').getByRole('button', { name: 'Logout' }).click();

  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goto('/admin/orders');
  await expect(page).toHaveURL(/\/login\?redirect=%2Fadmin%2Forders$/);
});

test('the sidebar counts work that waits, and describes the links with it', async ({ page, signIn, sql }) => {
  await insertTicket(sql, 'Ada Lovelace', 'ada@example.com');
  await signIn('admin');
  await page.goto('/admin/products');

  const tickets = sidebar(page).getByRole('link', { name: 'Support Tickets', exact: true });
  await expect(tickets).toHaveAccessibleDescription(/^(\d+|99\+) open tickets?$/);
});

test('the sidebar marks Collections as current on categories and brands', async ({ page, signIn }) => {
  await signIn('admin');

  for (const path of ['/admin/categories', '/admin/brands', '/admin/collections']) {
    await page.goto(path);
    await expect(sidebar(page).locator('[aria-current=page]')).toHaveText('Collections');
  }
});

test('the whole menu fits a window of 1280×720, and Logout stays at the foot when it scrolls', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn('admin');
  await page.goto('/admin/orders');
  const heights = await sidebar(page).evaluate(({ scrollHeight, clientHeight }) => ({ scrollHeight, clientHeight }));
  expect(heights.scrollHeight).toBeLessThanOrEqual(heights.clientHeight);

  await page.setViewportSize({ width: 1280, height: 400 });
  await expect(group(page, 'Settings').getByRole('button', { name: 'Logout' })).toBeInViewport();
});

for (const role of STAFF_ROLES)
  test(`ROLE-011 ${role} reaches exactly the admin pages and page data its permissions allow`, async ({
    page,
    signIn,
  }) => {
    await signIn(role);

    for (const { path, needs } of ADMIN_PAGES) {
      const address = path.replace(/:\w+/, UNKNOWN_ID);
      const pageResponse = await page.request.get(`${address === '/admin' ? '/admin' : address}.data`, {
        maxRedirects: 0,
      });
      const isRedirected = (await pageResponse.text()).includes('"redirect","/admin"');
      expect([path, isRedirected]).toEqual([path, !can({ role }, needs)]);
    }
    await page.goto('/admin/orders');
    const shown = await sidebar(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(shown).toEqual(ADMIN_PAGES.flatMap(({ path, needs, menu }) => (menu && can({ role }, needs) ? [path] : [])));
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 } });

  test('the menu is a drawer', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/admin/orders');
    await expect(sidebar(page)).toBeHidden();

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await sidebar(page).getByRole('link', { name: 'Products' }).click();

    await expect(page).toHaveURL(/\/admin\/products$/);
    await expect(sidebar(page)).toBeHidden();
  });
});

test('a menu opened before hydration stays open', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn('admin');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/admin/orders', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(sidebar(page)).toBeVisible();

  const hydrated = page.waitForResponse('**/api/session');
  release();
  await hydrated;

  await expect(sidebar(page)).toBeVisible();
});

test('navigation moves the focus to the main content', async ({ page, signIn }) => {
  await signIn('admin');
  await gotoHydrated(page, '/admin/orders');
  await sidebar(page).getByRole('link', { name: 'Reviews' }).click();

  await expect(page).toHaveURL(/\/admin\/reviews$/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('RTE-019 /admin/orders has no axe violations', async ({ page, signIn }) => {
  await signIn('admin');
  await gotoHydrated(page, '/admin/orders');

  await expectAccessible(page);
});
