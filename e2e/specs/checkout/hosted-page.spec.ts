import type { Browser, Page } from '@playwright/test';
import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { guestCheckoutMessages } from '@shop/contracts/identity/guest-messages';
import { addressField, CUFFLINKS, errorAlert, expectOrderPlaced, main, payButton } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expect, test } from '../../support/fixtures.ts';

/** The provider's hosted page: online payment without JavaScript. */

test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 812 } });

const toProvider = (page: Page) => main(page).getByRole('button', { name: checkoutPageMessages.toProvider });
const toStore = (page: Page) => page.getByRole('button', { name: 'Continue to the store' });

/** From the product page to the page that leads to the provider, as a guest. */
async function reachPayPage(page: Page) {
  const email = `hosted-${crypto.randomUUID()}@example.com`;
  await page.goto(`/product/${CUFFLINKS.slug}`);
  await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
  const guest = main(page).getByRole('form', { name: guestCheckoutMessages.guest });
  await guest.getByLabel(/^Email/).fill(email);
  await guest.getByRole('button', { name: guestCheckoutMessages.submit }).click();

  await addressField(page, 'recipient').fill('Ada Lovelace');
  await addressField(page, 'line1').fill('418 Juniper Street');
  await addressField(page, 'city').fill('Portland');
  await addressField(page, 'state').fill('Oregon');
  await addressField(page, 'postalCode').fill('97205');
  await payButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: checkoutPageMessages.payWith('₹92.07') })).toBeVisible();
  return email;
}

async function payByCard(page: Page, number = '4100280000001007') {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12/49');
  await page.getByLabel('CVV').fill('123');
  await page.getByRole('button', { name: 'Pay ₹92.07' }).click();
}

test('RTE-018 a first-time buyer pays as a guest without JavaScript, on four pages of the store', {
  tag: '@journey',
}, async ({ page, shop, sql, inbox }) => {
  const pages: string[] = [];
  page.on('framenavigated', (frame) => {
    const { origin, pathname } = new URL(frame.url());
    const path = pathname.replace(/[\da-f-]{36}/, ':id');
    if (origin === shop.url && !path.includes('/success/') && pages.at(-1) !== path) pages.push(path);
  });

  const email = await reachPayPage(page);
  await toProvider(page).click();
  await expect(page.getByRole('heading', { name: 'Crystalline' })).toBeVisible();
  expect(new URL(page.url()).hostname).not.toBe(new URL(shop.url).hostname);
  await expect(page.getByText('Order of 1 item')).toBeVisible();
  await payByCard(page);
  await toStore(page).click();
  const orderId = await expectOrderPlaced(page);

  expect(pages).toEqual([`/product/${CUFFLINKS.slug}`, '/cart', '/checkout', '/checkout/:id/pay']);
  const { rows } = await sql.query(
    `select o.id, o.payment_status from orders o join users u on u.id = o.user_id where u.guest_email = $1`,
    [email],
  );
  expect(rows).toEqual([{ id: orderId, payment_status: 'paid' }]);
  expect((await inbox(email))[0]?.link).toMatch(new RegExp(`/orders/${orderId}\\?key=`));
});

test('a failed, a declined and a cancelled payment lead back to the checkout, which can then be paid', async ({
  page,
}) => {
  await reachPayPage(page);
  await toProvider(page).click();
  await page.getByRole('button', { name: 'Fail this payment' }).click();
  await toStore(page).click();

  await expect(page).toHaveURL(/\/checkout\?payment=failed$/);
  await expect(errorAlert(page, checkoutMessages.paymentFailed)).toBeVisible();
  await payButton(page).click();
  await toProvider(page).click();
  await payByCard(page, '4100280000060003');
  await toStore(page).click();
  await expect(errorAlert(page, checkoutMessages.paymentFailed)).toBeVisible();

  await payButton(page).click();
  await toProvider(page).click();
  await page.getByRole('link', { name: 'Cancel and return to the store' }).click();
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(main(page).getByRole('alert')).toHaveCount(0);

  await payButton(page).click();
  await toProvider(page).click();
  await payByCard(page);
  await toStore(page).click();
  await expectOrderPlaced(page);
});

test('a payment that is not confirmed yet waits on a page with a button instead of polling', async ({ page }) => {
  await reachPayPage(page);
  const payPath = new URL(page.url()).pathname;
  const [, , checkoutId] = payPath.split('/');
  const paying = await page.context().newPage();

  await page.goto(`/payment-callback/${checkoutId}`);
  await expect(page.getByRole('heading', { name: checkoutMessages.confirmingHeading })).toBeVisible();
  await expect(page.getByText(checkoutMessages.confirming)).toBeHidden();
  await paying.goto(payPath);
  await toProvider(paying).click();
  await payByCard(paying);
  await toStore(paying).click();
  await expectOrderPlaced(paying);
  await main(page).getByRole('link', { name: checkoutMessages.checkAgain }).click();

  await expectOrderPlaced(page);
  await page.goto(payPath);
  await expectOrderPlaced(page);
});

test('a payment after which the browser did not return is confirmed by the webhook', async ({ page }) => {
  await reachPayPage(page);
  const [, , checkoutId] = new URL(page.url()).pathname.split('/');
  await toProvider(page).click();
  await payByCard(page);

  await expect(async () => {
    await page.goto(`/checkout/${checkoutId}/confirming`);
    await expect(page.getByRole('heading', { name: checkoutMessages.successHeading })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto('/cart');
  await expect(main(page).getByText(cartMessages.empty)).toBeVisible();
});

test('a stranger who sends the result of a payment again does not see the order', async ({ page, browser, shop }) => {
  await reachPayPage(page);
  await toProvider(page).click();
  await payByCard(page);
  const fields = await page
    .locator('form input')
    .evaluateAll((inputs) =>
      inputs.flatMap((input) => (input instanceof HTMLInputElement ? [[input.name, input.value]] : [])),
    );
  const callback = (await page.locator('form').getAttribute('action')) ?? '';
  await toStore(page).click();
  const orderId = await expectOrderPlaced(page);

  const stranger = await browser.newContext();
  const response = await stranger.request.post(callback, {
    headers: { origin: 'https://evil.example' },
    form: Object.fromEntries(fields),
  });

  expect(new URL(response.url()).pathname).toBe('/login');
  expect(await response.text()).not.toContain(orderId);
  expect(new URL(callback).origin).toBe(shop.url);
  await stranger.close();
});

/** axe needs scripts. A context with them that loads no script of the store and looks like one without. */
async function asWithoutScripts(page: Page, browser: Browser, baseURL: string) {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: true });
  await context.route('**/*.js', (route) => route.abort());
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('(scripting:none)', 'all') });
  });
  return context;
}

test('RTE-019 the pages of a payment without JavaScript have no axe violations', async ({ page, browser, shop }) => {
  await reachPayPage(page);
  const payPath = new URL(page.url()).pathname;
  const context = await asWithoutScripts(page, browser, shop.url);
  const look = await context.newPage();

  await look.goto('/checkout?payment=failed');
  await expectAccessible(look, [375, 1280]);
  await look.goto(payPath.replace(/pay$/, 'confirming'));
  await expect(look.getByRole('link', { name: checkoutMessages.checkAgain })).toBeVisible();
  await expectAccessible(look, [375, 1280]);
  await look.goto(payPath);
  await expectAccessible(look, [375, 1280]);
  await toProvider(look).click();
  await expectAccessible(look, [375, 1280]);
  await payByCard(look);
  await expectAccessible(look, [375, 1280]);

  await context.clearCookies({ name: /session/ });
  await look.goto(`/product/${CUFFLINKS.slug}`);
  await main(look).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
  await expect(main(look).getByRole('form', { name: guestCheckoutMessages.guest })).toBeVisible();
  await expectAccessible(look, [375, 1280]);
  await context.close();
});
