import type { Page } from '@playwright/test';
import { wishlistMessages } from '@shop/contracts/cart/messages';
import { accountMessages } from '@shop/contracts/identity/account-messages';
import { notificationMessages } from '@shop/contracts/notifications/messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { Pool } from 'pg';
import { expectAccessible, expectNoOverflow } from '../../support/accessibility.ts';
import { gotoHydrated, main, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const PAGES = ['/account', '/account/addresses', '/account/addresses/new', '/account/settings'];
const menu = (page: Page) => page.getByRole('navigation', { name: accountMessages.navigation });

test.describe('the account area', () => {
  for (const path of PAGES)
    test(`ACC-001 ${path} has the page title My Account`, async ({ page, signIn }) => {
      await signIn();
      await page.goto(path);

      await expect(page).toHaveTitle('My Account | Crystalline');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account');
    });

  for (const width of [768, 1280])
    test(`ACC-002 the side menu is on the left and the content on the right at ${width} px`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/account');

      const side = await menu(page).boundingBox();
      const content = await main(page).getByRole('heading', { level: 2 }).boundingBox();
      expect((side?.x ?? 0) + (side?.width ?? 0)).toBeLessThan(content?.x ?? 0);
      expect(Math.abs((side?.y ?? 0) - (content?.y ?? 0))).toBeLessThan(40);
    });

  test('the menu is a row above the content on a phone, with the current page in view', async ({ page, signIn }) => {
    await signIn();
    await page.setViewportSize({ width: 375, height: 700 });
    await gotoHydrated(page, '/account/settings');

    const side = await menu(page).boundingBox();
    const content = await main(page).getByRole('heading', { level: 2 }).boundingBox();
    expect((side?.y ?? 0) + (side?.height ?? 0)).toBeLessThan(content?.y ?? 0);
    await expect(menu(page).getByRole('link', { name: accountMessages.settings })).toBeInViewport({ ratio: 1 });
  });

  test('ACC-003 ACC-004 the side menu links a customer to all account pages and to no others', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto('/account');

    const links = await menu(page)
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(links).toEqual([
      ['Profile', '/account'],
      ['Orders', '/orders'],
      ['Wishlist', '/wishlist'],
      ['Addresses', '/account/addresses'],
      ['Notifications', '/notifications'],
      ['Messages', '/account/messages'],
      ['Account Settings', '/account/settings'],
    ]);
    await expect(menu(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
    await expect(menu(page).getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  for (const [path, heading] of [
    ['/orders', orderMessages.heading],
    ['/wishlist', wishlistMessages.heading],
    ['/notifications', notificationMessages.title],
  ] as const)
    test(`ACC-002 ACC-003 ${path} is beside the side menu, which marks it, and has its own heading`, async ({
      page,
      signIn,
    }) => {
      await signIn();
      await page.goto(path);

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(menu(page).locator(`a[href="${path}"]`)).toHaveAttribute('aria-current', 'page');
      const side = await menu(page).boundingBox();
      const content = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect((side?.x ?? 0) + (side?.width ?? 0)).toBeLessThan(content?.x ?? 0);
    });

  test('ACC-004 the side menu of an admin also links to the Admin Dashboard', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/account');

    await expect(menu(page).getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin');
  });

  for (const javaScriptEnabled of [true, false])
    test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled });

      test('ACC-003 Logout in the side menu ends the session', async ({ page, signIn }) => {
        await signIn();
        await page.goto('/account');

        await menu(page).getByRole('button', { name: 'Logout' }).click();

        await expect(page).toHaveURL((url) => url.pathname === '/');
        await page.goto('/account');
        await expect(page).toHaveURL(/\/login\?redirect=%2Faccount$/);
      });
    });
});

const LONG_NAME = 'Wolfeschlegelstein'.repeat(11);

async function insertLongAddresses(sql: Pool, userId: string) {
  await sql.query(
    `insert into addresses (user_id, name, line1, city, state, postal_code, country, is_default)
     select $1, repeat('Home', 50), repeat('x', 200), repeat('y', 100), 'Illinois', '62701', 'United States', n = 1
       from generate_series(1, 3) n`,
    [userId],
  );
}

for (const path of [...PAGES, '/account?edit=1'])
  test(`RTE-019 ${path} has no axe violations and does not scroll horizontally at 320 px`, async ({
    page,
    context,
    shop,
    sql,
  }) => {
    const { id } = await register(context, shop, LONG_NAME);
    await insertLongAddresses(sql, id);
    await gotoHydrated(page, path);

    await expectNoOverflow(page, 320);
    await expectAccessible(page);
  });
