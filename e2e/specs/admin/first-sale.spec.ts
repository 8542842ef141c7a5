import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { categoriesMessages, listMessages, searchPageMessages } from '@shop/contracts/catalog/list-messages';
import { pageMessages } from '@shop/contracts/content/admin-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { setupActionLabels, setupMessages, setupStepTitles } from '@shop/contracts/setup/messages';
import { expectAdminStatusMessage } from '../../pages/admin.ts';
import { chooseStatus, updateButton } from '../../pages/admin-order.ts';
import { fillCart } from '../../pages/cart.ts';
import { expectOrderPlaced, method, payButton, payByCard } from '../../pages/checkout.ts';
import { logIn } from '../../pages/login.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import {
  confirmEmail,
  expectStatusMessage,
  gotoHydrated,
  insertAddresses,
  main,
  register,
} from '../../support/account.ts';
import { test as base, expect } from '../../support/fixtures.ts';
import { createOwner, NO_RATE_LIMIT, type Shop, startShop } from '../../support/shop.ts';

const OWNER = { name: 'Robin Hale', email: 'robin@glint.example', password: 'nine violet stones at dusk' };
const IMAGE = fileURLToPath(new URL('../../../apps/api/sample/images/amethyst-cocktail-ring-1.webp', import.meta.url));

/** An empty store, as an operator sets it up in production, with one owner. */
const test = base.extend<object, { ownShop: Shop }>({
  ownShop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ email: true, payments: true, sample: false, env: NO_RATE_LIMIT });
      await createOwner(shop, OWNER);
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  shop: ({ ownShop }, use) => use(ownShop),
});

// In order: the first test needs the store empty.
test.describe.configure({ mode: 'serial' });

const guide = (page: Page) => page.getByRole('region', { name: setupMessages.title });
type StepId = keyof typeof setupStepTitles;
/** The summary starts with the state: 'Open:Email', 'Done:Email'. */
const step = (page: Page, id: StepId) =>
  guide(page)
    .getByRole('listitem')
    .filter({ has: page.locator('summary', { hasText: new RegExp(`:\\s*${setupStepTitles[id]}`) }) });
const expectDone = (page: Page, id: StepId) => expect(step(page, id).locator('summary')).toContainText('Done:');
const press = (page: Page, id: StepId) =>
  step(page, id).getByRole('button', { name: setupActionLabels[id], exact: true }).click();
const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });

/** A page with the field Name, opened from the guide. */
async function addNamed(page: Page, id: 'category' | 'brand', name: string) {
  await step(page, id).getByRole('link', { name: setupActionLabels[id], exact: true }).click();
  await expect(page).toHaveURL(/\/new$/);
  await main(page).getByLabel(/^Name/).first().fill(name);
  await main(page)
    .getByRole('button', { name: /^(Add|Create|Save)\b/ })
    .click();
  await expect(page).not.toHaveURL(/\/new$/);
  await gotoHydrated(page, '/admin');
  await expectDone(page, id);
}

async function addProductWithSizes(page: Page, name: string) {
  await step(page, 'product').getByRole('link', { name: setupActionLabels.product, exact: true }).click();
  await field(page, 'Product name').fill(name);
  await field(page, 'Description').fill('Waves around a stone.');
  await field(page, 'Price').fill('80');
  await field(page, 'Category').selectOption('Rings');
  await field(page, 'Brand').selectOption('Aurora');
  await main(page).getByRole('button', { name: 'Add option' }).click();
  await field(page, 'Option 1 name').fill('Size');
  await field(page, 'Option 1 values').fill('6, 7');
  await page.keyboard.press('Tab');
  await field(page, 'Quantity for 6').fill('0');
  await field(page, 'Quantity for 7').fill('3');
  await main(page).getByLabel('Upload images').setInputFiles(IMAGE);
  await expect(field(page, 'Image URL 1')).toHaveValue(/^\/media\/upload-/);
  await main(page).getByRole('button', { name: 'Add Product' }).click();
  await expectStatusMessage(page, 'Product added.');
}

test('the pages of an empty store say that products arrive soon, and have no empty sections', async ({ page }) => {
  await page.goto('/');
  await expect(main(page).getByRole('heading', { name: /opens soon$/ })).toBeVisible();
  await expectAccessible(page, [375, 1280]);
  await page.goto('/products');
  await expect(main(page).getByRole('heading', { name: listMessages.noneYet })).toBeVisible();
  await page.goto('/categories');
  await expect(main(page).getByRole('heading', { name: categoriesMessages.none })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: categoriesMessages.brands })).toHaveCount(0);
  await page.goto('/search');
  await expect(main(page).getByRole('heading', { name: searchPageMessages.prompt })).toBeVisible();
  await expect(main(page).getByRole('heading', { name: searchPageMessages.browse })).toHaveCount(0);
});

test('an owner sets up an empty store by the guide, a customer buys its first product, and the owner ships it', {
  tag: '@journey',
}, async ({ page, browser, shop, sql, inbox }) => {
  test.slow();
  await gotoHydrated(page, '/login');
  await logIn(page, OWNER);
  await expect(page).not.toHaveURL(/\/login/);
  await gotoHydrated(page, '/admin');
  await expectAccessible(page);

  const identity = step(page, 'identity');
  await identity.getByLabel('Store name').fill('Glint');
  await identity.getByLabel('Contact email').fill('hello@glint.example');
  await identity.getByLabel('Legal name of the seller').fill('Glint Jewels LLP');
  await identity.getByLabel('Country').fill('India');
  await identity.getByLabel('Time zone').fill('Asia/Kolkata');
  await press(page, 'identity');
  await expectAdminStatusMessage(page, setupMessages.saved);
  await expectDone(page, 'identity');
  // The page after a save may still have the settings that the web server read before it.
  await gotoHydrated(page, '/admin');
  await expect(page).toHaveTitle('Dashboard | Glint');

  const currency = step(page, 'currency');
  await expect(currency).toContainText('an item of $100.00 is charged as ₹100.00');
  await currency.getByRole('spinbutton', { name: 'Exchange rate' }).fill('84');
  await press(page, 'currency');
  await expectDone(page, 'currency');
  await expect(step(page, 'currency')).toContainText('$1.00 is charged as ₹84.00');

  await press(page, 'terms');
  await expectDone(page, 'terms');

  await press(page, 'payment');
  await expectDone(page, 'payment');
  await expect(step(page, 'payment')).toContainText('The provider accepted an order of ₹1.00 on');

  await press(page, 'email');
  await expectAdminStatusMessage(page, setupMessages.emailQueued);
  await inbox(OWNER.email, 'Test email from Glint');
  await expect(async () => {
    await page.goto('/admin');
    await expect(step(page, 'email').locator('summary')).toContainText('Done:', { timeout: 1_000 });
  }).toPass();

  await gotoHydrated(page, '/admin');
  await addNamed(page, 'category', 'Rings');
  await addNamed(page, 'brand', 'Aurora');
  const name = 'Tide Ring';
  await addProductWithSizes(page, name);
  // Few steps are left: the guide is one line, and unfolds with its next step open.
  await gotoHydrated(page, '/admin');
  await guide(page).locator('summary').first().click();
  await expectDone(page, 'product');
  await step(page, 'pages').getByRole('link', { name: setupActionLabels.pages, exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/pages$/);
  const { rows: pages } = await sql.query('select id from pages where built_in');
  for (const { id } of pages) {
    await gotoHydrated(page, `/admin/pages/${id}`);
    await main(page).getByRole('button', { name: pageMessages.markReviewed }).click();
    await expectAdminStatusMessage(page, pageMessages.markedReviewed);
  }
  await gotoHydrated(page, '/admin');
  await guide(page).locator('summary').first().click();
  await expectDone(page, 'pages');
  await guide(page).getByRole('button', { name: setupMessages.hide }).click();
  await expectAdminStatusMessage(page, setupMessages.hidden);
  await expect(guide(page)).toHaveCount(0);

  const shopper = await browser.newContext({ baseURL: shop.url });
  const visit = await shopper.newPage();
  const customer = await register(shopper, shop, 'Ada Lovelace');
  await confirmEmail(sql, customer.id);
  await insertAddresses(sql, customer.id, 'Home');
  await visit.goto('/products');
  await visit.getByRole('link', { name }).first().click();
  await expect(visit).toHaveTitle(`${name} | Glint`);
  const slug = new URL(visit.url()).pathname.split('/').at(-1) ?? '';
  await fillCart({ context: shopper, shop, sql }, { slug });
  await gotoHydrated(visit, '/checkout');
  await method(visit, 'Card').check();
  await payButton(visit).click();
  const window = visit.frameLocator('iframe');
  await expect(window.getByRole('heading', { name: 'Glint' })).toBeVisible();
  await payByCard(window);
  const orderId = await expectOrderPlaced(visit);

  await gotoHydrated(page, '/admin/orders');
  await expect(page.getByRole('row').filter({ hasText: orderId.slice(-8) })).toBeVisible();
  await gotoHydrated(page, `/admin/orders/${orderId}`);
  await chooseStatus(page, 'Shipped');
  await updateButton(page).click();
  await expectStatusMessage(page, orderMessages.statusUpdated);
  await inbox(customer.email, 'has been shipped');
  await visit.goto(`/orders/${orderId}/invoice`);
  await expect(main(visit)).toContainText('Glint Jewels LLP');
  await shopper.close();
});
