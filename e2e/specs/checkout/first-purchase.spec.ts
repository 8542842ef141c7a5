import type { Page } from '@playwright/test';
import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { guestCheckoutMessages } from '@shop/contracts/identity/guest-messages';
import { drawer } from '../../pages/cart.ts';
import {
  address,
  addressField,
  CUFFLINKS,
  checkoutIsHydrated,
  expectOrderPlaced,
  main,
  method,
  payButton,
  payByCard,
  paymentWindow,
} from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test.use({ viewport: { width: 375, height: 812 } });

/** The pages visited, by path, until the order is placed. */
function visitedPages(page: Page) {
  const paths: string[] = [];
  page.on('framenavigated', (frame) => {
    const { pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && paths.at(-1) !== pathname && !pathname.includes('/success/'))
      paths.push(pathname);
  });
  return paths;
}

async function enterAddress(page: Page) {
  await addressField(page, 'line1').fill('418 Juniper Street');
  await addressField(page, 'city').fill('Portland');
  await addressField(page, 'state').fill('Oregon');
  await addressField(page, 'postalCode').fill('97205');
}

const expectNoSidewaysScrolling = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

test('a first buyer on a phone enters an address and pays on one page', async ({ page, sql, signIn }) => {
  const customer = await signIn();
  const pages = visitedPages(page);
  await gotoHydrated(page, `/product/${CUFFLINKS.slug}`);
  await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
  await Promise.all([
    checkoutIsHydrated(page),
    drawer(page).getByRole('link', { name: cartMessages.toCheckout }).click(),
  ]);

  // Nothing leads away: no menu, no search, no newsletter; the summary is folded, with the total visible.
  await expect(page.getByRole('banner').getByRole('link')).toHaveText(['Crystalline', 'Cart']);
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(4);
  await expect(page.getByRole('textbox', { name: /email/i })).toHaveCount(0);
  await expect(main(page).getByText(CUFFLINKS.name).filter({ visible: true })).toHaveCount(0);
  await expect(main(page).locator('summary').first()).toContainText('$92.07');
  await expect(main(page).getByText(customer.email)).toBeVisible();
  await expect(addressField(page, 'recipient')).toHaveValue(customer.name);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);

  await payButton(page).click();
  await expect(address(page)).toHaveAccessibleDescription('Please select a shipping address');
  await expect(address(page).getByRole('alert')).toHaveCount(5);
  await enterAddress(page);
  await payButton(page).click();
  await payByCard(await paymentWindow(page));
  const orderId = await expectOrderPlaced(page);

  expect(pages).toEqual([`/product/${CUFFLINKS.slug}`, '/checkout']);
  const { rows } = await sql.query(
    "select shipping_address ->> 'name' as name, shipping_address ->> 'line1' as line1 from orders where id = $1",
    [orderId],
  );
  expect(rows).toEqual([{ name: customer.name, line1: '418 Juniper Street' }]);
});

test('a buyer reaches the checkout while the product page still loads its data again', async ({ page, signIn }) => {
  await signIn();
  await gotoHydrated(page, `/product/${CUFFLINKS.slug}`);
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const reloaded = page.waitForResponse('**/product/*.data*');
  await page.route('**/product/*.data*', async (route) => {
    await left;
    await route.continue();
  });
  await page.route('**/checkout', async (route) => {
    leave();
    await (await reloaded).finished();
    await route.continue();
  });
  await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
  await drawer(page).getByRole('link', { name: cartMessages.toCheckout }).click();

  await expect(addressField(page, 'line1')).toBeVisible();
});

test('a first-time buyer pays as a guest on three pages and within a minute', { tag: '@journey' }, async ({ page }) => {
  const started = performance.now();
  const pages = visitedPages(page);
  await gotoHydrated(page, `/product/${CUFFLINKS.slug}`);
  await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
  await drawer(page).getByRole('link', { name: cartMessages.toCheckout }).click();
  const guest = main(page).getByRole('form', { name: guestCheckoutMessages.guest });
  await guest.getByLabel(/^Email/).fill(`first-${crypto.randomUUID()}@example.com`);
  await Promise.all([
    checkoutIsHydrated(page),
    guest.getByRole('button', { name: guestCheckoutMessages.submit }).click(),
  ]);
  await addressField(page, 'recipient').fill('Ada Lovelace');
  await enterAddress(page);
  await payButton(page).click();
  await payByCard(await paymentWindow(page));
  await expectOrderPlaced(page);

  expect(pages).toEqual([`/product/${CUFFLINKS.slug}`, '/login', '/checkout']);
  expect(performance.now() - started).toBeLessThan(60_000);
});

test.describe('JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('a first buyer enters an address, chooses Express and orders on one page', async ({ page, sql, signIn }) => {
    await signIn();
    const pages = visitedPages(page);
    await page.goto(`/product/${CUFFLINKS.slug}`);
    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
    await main(page).getByRole('link', { name: cartMessages.toCheckout }).click();

    // An incomplete address comes back with what was entered.
    await enterAddress(page);
    await addressField(page, 'postalCode').fill('9720');
    await method(page, 'Cash on delivery').check();
    await payButton(page).click();
    await expect(addressField(page, 'postalCode')).toHaveAttribute('aria-invalid', 'true');
    await expect(addressField(page, 'city')).toHaveValue('Portland');
    await expect(method(page, 'Cash on delivery')).toBeChecked();

    // The total with Express is displayed before the order is placed.
    await addressField(page, 'postalCode').fill('97205');
    await method(page, 'Express $12.99').check();
    await payButton(page).click();
    await expect(main(page).getByRole('alert')).toHaveText(checkoutMessages.priceChanged);
    await expect(main(page).getByText('You’ll pay $95.07 in cash when your order arrives.')).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await payButton(page).click();
    const orderId = await expectOrderPlaced(page);

    expect(pages).toEqual([`/product/${CUFFLINKS.slug}`, '/cart', '/checkout']);
    const { rows } = await sql.query('select shipping_method from orders where id = $1', [orderId]);
    expect(rows).toEqual([{ shipping_method: 'express' }]);
  });

  test('a discount code is applied in the folded summary and keeps the customer on the page', async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.goto(`/product/${CUFFLINKS.slug}`);
    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
    await main(page).getByRole('link', { name: cartMessages.toCheckout }).click();
    const summary = main(page).locator('summary').filter({ hasText: checkoutPageMessages.summary });

    await summary.click();
    const code = main(page).getByRole('textbox', { name: cartMessages.discountCode });
    const apply = main(page).getByRole('button', { name: cartMessages.apply });
    await code.fill('none');
    await apply.click();
    await expect(code).toHaveAccessibleDescription('Invalid discount code');
    await code.fill('crystal10');
    await apply.click();

    await expect(main(page).getByText(cartMessages.discountApplied('CRYSTAL10'))).toBeVisible();
    await expect(page).toHaveURL(/\/checkout\?done=discount$/);
    await expect(summary).toContainText('$84.47');
  });
});
