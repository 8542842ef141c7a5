import { headerMessages } from '@shop/contracts/layout/messages';
import { FRAME, fillCart } from '../../pages/cart.ts';
import { expect, test } from '../../support/fixtures.ts';

const header = 'banner';

test('HDR-001 Shop links to /products', async ({ page }) => {
  await page.goto('/');

  await expect(page.getByRole(header).getByRole('link', { name: 'Shop', exact: true })).toHaveAttribute(
    'href',
    '/products',
  );
});

test('HDR-002 the header links to categories, about and contact', async ({ page }) => {
  await page.goto('/');

  for (const [name, href] of Object.entries({ Categories: '/categories', About: '/about', Contact: '/contact' }))
    await expect(page.getByRole(header).getByRole('link', { name })).toHaveAttribute('href', href);
});

test('HDR-003 submitting the search box opens /search?q={query}', async ({ page }) => {
  await page.goto('/');

  await page.getByRole('combobox', { name: 'Search products' }).fill('silver ring');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/search\?q=silver(\+|%20)ring$/);
});

test.describe('a guest', () => {
  test('HDR-004 HDR-006 sees neither wishlist nor account menu', async ({ page }) => {
    await Promise.all([page.waitForResponse('**/api/session'), page.goto('/')]);

    await expect(page.getByRole(header).getByRole('link', { name: /Wishlist/ })).toHaveCount(0);
    await expect(page.getByRole(header).getByRole('button', { name: /Account/ })).toHaveCount(0);
  });

  test('HDR-009 HDR-010 sees Login and Register', async ({ page }) => {
    await page.goto('/');

    await expect(page.getByRole(header).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    await expect(page.getByRole(header).getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  });

  test('HDR-005 sees the cart icon only while the cart is not empty', async ({ page, context, shop, sql }) => {
    const cart = page.getByRole(header).getByRole('link', { name: /Cart/ });
    await Promise.all([page.waitForResponse('**/api/session'), page.goto('/')]);
    await expect(cart).toHaveCount(0);

    await fillCart({ context, shop, sql }, { ...FRAME, quantity: 2 });
    await page.goto('/');

    await expect(cart).toHaveAttribute('href', '/cart');
    await expect(cart).toHaveAccessibleName('Cart, 2');
  });
});

test.describe('a customer', () => {
  test('HDR-004 HDR-005 sees the wishlist and cart icons', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/');

    await expect(page.getByRole(header).getByRole('link', { name: /Wishlist/ })).toHaveAttribute('href', '/wishlist');
    await expect(page.getByRole(header).getByRole('link', { name: /Cart/ })).toHaveAttribute('href', '/cart');
  });

  test('HDR-006 HDR-007 sees links to notifications, account and orders', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/');

    await expect(page.getByRole(header).getByRole('link', { name: /Notifications/ })).toHaveAttribute(
      'href',
      '/notifications',
    );
    await page
      .getByRole(header)
      .getByRole('button', { name: /Account/ })
      .click();
    await expect(page.getByRole(header).getByRole('link', { name: 'Account', exact: true })).toHaveAttribute(
      'href',
      '/account',
    );
    await expect(page.getByRole(header).getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/orders');
  });

  test('HDR-008 does not see the admin link', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/');
    await page
      .getByRole(header)
      .getByRole('button', { name: /Account/ })
      .click();

    await expect(page.getByRole(header).getByRole('link', { name: 'Orders' })).toBeVisible();
    await expect(page.getByRole(header).getByRole('link', { name: /Admin/ })).toHaveCount(0);
  });
});

test('HDR-008 an admin sees the admin link', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/');
  await page
    .getByRole(header)
    .getByRole('button', { name: /Account/ })
    .click();

  await expect(page.getByRole(header).getByRole('link', { name: /Admin/ })).toHaveAttribute('href', '/admin');
});

const CATEGORIES = ['Jewelry', 'Evening Wear', 'Clothing', 'Accessories', 'Home Decor'];

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('on a phone the menu opens with the categories and their images', async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await page.goto('/about');
      await page.getByRole(header).getByRole('button', { name: headerMessages.menu, exact: true }).click();
      const categories = page.getByRole(header).getByRole('list', { name: headerMessages.categoryNavigation });

      for (const name of CATEGORIES)
        await expect(categories.getByRole('link', { name, exact: true }).locator('img')).toBeVisible();
      await categories.getByRole('link', { name: 'Home Decor' }).click();

      await expect(page).toHaveURL(/\/products\?category=Home(%20|\+)Decor$/);
    });
  });

test('at 1280 px a row below the header links to the categories', async ({ page }) => {
  await page.goto('/about');
  const row = page.getByRole('navigation', { name: headerMessages.categoryNavigation });

  for (const name of CATEGORIES)
    await expect(row.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `/products?category=${encodeURIComponent(name)}`,
    );
});

test.describe('search suggestions', () => {
  test('HDR-011 appear only after more than 2 typed characters', async ({ page }) => {
    await page.goto('/');
    const search = page.getByRole('combobox', { name: 'Search products' });

    await search.pressSequentially('ri');
    await expect(page.getByRole('option')).toHaveCount(0);
    await search.pressSequentially('n');

    await expect(page.getByRole('option').first()).toContainText('Ring');
  });

  test('HDR-012 are at most 5', async ({ page }) => {
    await page.goto('/');

    await page.getByRole('combobox', { name: 'Search products' }).pressSequentially('crystal');

    await expect(page.getByRole('option')).toHaveCount(5);
  });

  test('HDR-013 hide 200 ms after the field loses focus', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const search = page.getByRole('combobox', { name: 'Search products' });
    await search.pressSequentially('crystal');
    await expect(page.getByRole('option')).toHaveCount(5);
    await page.clock.pauseAt(Date.now() + 60_000);

    await search.blur();
    await page.clock.runFor(190);
    await expect(page.getByRole('option')).toHaveCount(5);
    await page.clock.runFor(20);

    await expect(page.getByRole('option')).toHaveCount(0);
  });

  test('are selected by keyboard and open the product', async ({ page }) => {
    await page.goto('/');
    const search = page.getByRole('combobox', { name: 'Search products' });
    await search.pressSequentially('chandelier');
    await expect(page.getByRole('option').first()).toBeVisible();

    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Enter');

    await expect(page).toHaveURL(/\/product\/[\w-]*chandelier[\w-]*$/);
  });
});

test('on a phone the menu shows the number of unread notifications', async ({ page, sql, signIn }) => {
  const { id } = await signIn();
  await sql.query(
    `insert into notifications (user_id, type, title, message)
     select $1, 'other', 'News', 'Text' from generate_series(1, 11)`,
    [id],
  );
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto('/');
  const menu = page.getByRole(header).getByRole('button', { name: headerMessages.menu, exact: true });

  await expect(menu).toHaveAccessibleDescription(/11 unread/);
  await expect(page.getByRole(header).getByText('11', { exact: true }).first()).toBeVisible();
  await menu.click();

  await expect(page.getByRole(header).getByRole('link', { name: /^Notifications/ })).toHaveAccessibleName(/11 unread/);
});
