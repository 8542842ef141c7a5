import type { BrowserContext, Page } from '@playwright/test';
import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { PlacedOrder } from '@shop/contracts/checkout/schema';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import {
  finishAccountMessages,
  guestAccountMessages,
  joinOrdersMessages,
  orderLinkMessages,
  guestCheckoutMessages as texts,
} from '@shop/contracts/identity/guest-messages';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { drawer, FRAME, fillCart } from '../../pages/cart.ts';
import {
  addressField,
  checkoutIsHydrated,
  expectOrderPlaced,
  main,
  method,
  payButton,
  payByCard,
  paymentWindow,
} from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';
import { sandboxControl } from '../../support/sandbox-control.ts';
import { PASSWORD } from '../../support/shop.ts';

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };
const anEmail = () => `guest-${crypto.randomUUID()}@example.com`;
const door = (page: Page) => main(page).getByRole('form', { name: texts.guest });

async function continueAsGuest(page: Page, email: string) {
  await door(page)
    .getByLabel(/^Email/)
    .fill(email);
  await door(page).getByRole('button', { name: texts.submit }).click();
}

type Visit = { context: BrowserContext; shop: { url: string } };

const send = ({ context, shop }: Visit, path: string, data: object) =>
  context.request.post(`${shop.url}/api${path}`, {
    headers: { origin: shop.url, 'idempotency-key': crypto.randomUUID() },
    data,
  });

const addAddress = (visit: Visit) =>
  send(visit, '/addresses', {
    name: 'Home',
    recipient: 'Ada Lovelace',
    line1: '1 Main Street',
    city: 'Springfield',
    state: 'Ontario',
    postalCode: 'K1A 0B1',
    country: 'Canada',
  });

type PayingVisit = Visit & { shop: { payment: Record<string, string> } };

/** Begins as a guest and pays by card through the API. */
async function buyAsGuest(visit: PayingVisit, email: string) {
  await send(visit, '/auth/guest', { email });
  await addAddress(visit);
  const started = await (await send(visit, '/payment/create-order', { paymentMethod: 'card' })).json();
  const sandbox = sandboxControl(visit.shop.payment.SANDBOX_CONTROL_PORT ?? '');
  const verified = await send(visit, '/payment/verify', await sandbox.pay(started.order.id));
  return PlacedOrder.parse(await verified.json()).orderId;
}

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a guest buys from the product page to the paid order on four pages', async ({ page, context, shop, inbox }) => {
    const pages: string[] = [];
    page.on('framenavigated', (frame) => {
      const path = new URL(frame.url()).pathname.replace(/[\da-f-]{36}/, ':id');
      if (frame === page.mainFrame() && pages.at(-1) !== path) pages.push(path);
    });
    const email = anEmail();
    await gotoHydrated(page, `/product/${FRAME.slug}`);
    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
    await drawer(page).getByRole('link', { name: cartMessages.toCheckout }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.heading })).toBeVisible();
    await expect(door(page).getByRole('button', { name: texts.submit })).toBeInViewport();

    await Promise.all([checkoutIsHydrated(page), continueAsGuest(page, email)]);
    await expect(page).toHaveURL(/\/checkout$/);
    await addAddress({ context, shop });
    await gotoHydrated(page, '/checkout');
    await method(page, 'Card').check();
    await payButton(page).click();
    await payByCard(await paymentWindow(page));

    const orderId = await expectOrderPlaced(page);
    expect(pages).toEqual([`/product/${FRAME.slug}`, '/login', '/checkout', '/checkout/success/:id']);
    await expect(main(page).getByRole('heading', { name: guestAccountMessages.heading })).toBeVisible();
    const [confirmation] = await inbox(email, 'has been placed');
    expect(confirmation?.link).toMatch(new RegExp(`/orders/${orderId}\\?key=`));
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a guest is led through the email address to the checkout, and an invalid one is rejected', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      const email = anEmail();
      await fillCart({ context, shop, sql }, FRAME);
      await page.goto('/checkout');
      await expect(page).toHaveURL(/\/login\?redirect=checkout$/);

      await continueAsGuest(page, 'ada');
      await expect(door(page).getByRole('alert')).toHaveText('Email is invalid');
      await expect(main(page).getByRole('form', { name: loginMessages.title }).getByRole('alert')).toHaveCount(0);
      await continueAsGuest(page, email);

      await expect(page).toHaveURL(/\/checkout$/);
      await expect(main(page)).toContainText(email);
      await expect(addressField(page, 'recipient')).toHaveValue('');
    });

    test('one password and the link in the email make the guest an account with its order', async ({
      page,
      context,
      shop,
      sql,
      inbox,
    }) => {
      const email = anEmail();
      await fillCart({ context, shop, sql }, FRAME);
      const orderId = await buyAsGuest({ context, shop }, email);
      await page.goto(`/checkout/success/${orderId}`);

      await main(page)
        .getByLabel(/^Password/)
        .fill(PASSWORD);
      await main(page).getByRole('button', { name: guestAccountMessages.submit }).click();

      await expect(main(page)).toContainText(guestAccountMessages.sent(email));
      await page.goto('/account');
      await expect(page).toHaveURL(/\/guest-account$/);
      await page.goto((await inbox(email, '/finish-account'))[0]?.link ?? '');
      await main(page)
        .getByLabel(/^Password/)
        .fill(PASSWORD);
      await main(page).getByRole('button', { name: finishAccountMessages.submit }).click();

      await expect(page).toHaveURL(/\/orders$/);
      await expect(main(page).locator(`a[href="/orders/${orderId}"]`).first()).toBeVisible();
      await page.goto('/account');
      await expect(page).toHaveURL(/\/account$/);
    });

    /** What a visitor by the link would need a login for: the list of orders, and buying again. */
    const needingSession = (page: Page) =>
      main(page)
        .getByRole('link', { name: orderMessages.title, exact: true })
        .or(main(page).getByRole('button', { name: orderMessages.buyAgain }));

    test('orders of a guest are listed in the account of the address, and added by its customer', async ({
      page,
      shop,
      sql,
      browser,
      signIn,
    }) => {
      const { email } = await signIn();
      const elsewhere = await browser.newContext({ javaScriptEnabled, baseURL: shop.url });
      await fillCart({ context: elsewhere, shop, sql }, FRAME);
      const orderId = await buyAsGuest({ context: elsewhere, shop }, email);
      await elsewhere.close();

      await page.goto('/orders');
      await main(page).getByRole('link', { name: joinOrdersMessages.review }).click();
      await expect(main(page)).toContainText(new RegExp(`Order #${orderId.slice(-8)}, `, 'i'));
      if (javaScriptEnabled) await expectAccessible(page);
      await main(page).getByRole('button', { name: joinOrdersMessages.submit }).click();

      await expect(page).toHaveURL(/\/orders/);
      await expect(page.getByRole('status').getByText(joinOrdersMessages.done)).toBeVisible();
      await expect(main(page).getByRole('img', { name: FRAME.name })).toBeVisible();
      await expect(main(page).getByRole('link', { name: joinOrdersMessages.review })).toHaveCount(0);
    });

    test('the link in the order email opens and cancels the order without a login', async ({
      page,
      context,
      shop,
      sql,
      inbox,
      browser,
    }) => {
      const email = anEmail();
      await fillCart({ context, shop, sql }, FRAME);
      const orderId = await buyAsGuest({ context, shop }, email);
      const [confirmation] = await inbox(email, 'has been placed');
      const elsewhere = await browser.newContext({ javaScriptEnabled, baseURL: shop.url });
      const reader = await elsewhere.newPage();

      await reader.goto(confirmation?.link ?? '');

      await expect(reader).toHaveURL(`${shop.url}/orders/${orderId}`);
      await expect(main(reader)).toContainText(FRAME.name);
      await expect(needingSession(reader)).toHaveCount(0);
      await page.goto(`/orders/${orderId}`);
      await expect(needingSession(page)).toHaveCount(2);
      await reader.goto('/orders');
      await expect(reader).toHaveURL(/\/login\?redirect=%2Forders$/);
      await reader.goto(`/orders/${orderId}?confirm=cancel`);
      await main(reader).getByRole('button', { name: orderMessages.confirmCancelYes }).first().click();
      await expect(main(reader)).toContainText('Cancelled');
      await elsewhere.close();
      await page.close();
    });
  });

for (const javaScriptEnabled of [true, false])
  test(`staff revoke the links of a guest's order, and an old one asks for a new one ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    page,
    context,
    shop,
    sql,
    inbox,
    signIn,
    browser,
  }) => {
    const email = anEmail();
    await fillCart({ context, shop, sql }, FRAME);
    const orderId = await buyAsGuest({ context, shop }, email);
    const [confirmation] = await inbox(email, 'has been placed');
    const elsewhere = await browser.newContext({ javaScriptEnabled, baseURL: shop.url });
    const reader = await elsewhere.newPage();

    // The page of an expired link; this one still works, so it is opened by its URL.
    await reader.goto(confirmation?.link ?? '');
    await expect(main(reader)).toContainText(FRAME.name);
    await reader.goto(`/orders/${orderId}/new-link`);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(orderLinkMessages.heading);
    if (javaScriptEnabled) await expectAccessible(reader);
    await main(reader).getByRole('button', { name: orderLinkMessages.submit }).click();
    await expect(main(reader)).toContainText(orderLinkMessages.sent);
    await expect(main(reader)).not.toContainText(email.split('@')[0] ?? '');
    const [replacement] = await inbox(email, 'New link to your order');

    await context.clearCookies();
    await signIn('admin');
    await page.goto(`/admin/orders/${orderId}`);
    const links = main(page).getByRole('region', { name: adminOrderMessages.links });
    await expect(links).toContainText(adminOrderMessages.revokeText.order);
    await links.getByRole('button', { name: adminOrderMessages.revoke.order }).click();
    await expectStatusMessage(page, adminOrderMessages.revoked);
    if (javaScriptEnabled) await expectAccessible(page);

    for (const link of [confirmation?.link, replacement?.link]) {
      await reader.goto(link ?? '');
      await expect(reader).toHaveURL(/\/track-order$/);
    }
    await elsewhere.close();
  });

test('the login page before checkout is accessible at every width', async ({ page, context, shop, sql }) => {
  await fillCart({ context, shop, sql }, FRAME);
  await gotoHydrated(page, '/login?redirect=checkout');

  await expectAccessible(page);
});

test('a login from the page before checkout leads to the checkout', async ({ page, context, shop, sql, signIn }) => {
  const customer = await signIn();
  await context.clearCookies();
  await fillCart({ context, shop, sql }, FRAME);
  await gotoHydrated(page, '/login?redirect=checkout');
  const form = main(page).getByRole('form', { name: loginMessages.title });

  await form.getByLabel(/^Email/).fill(customer.email);
  await form.getByLabel(/^Password/).fill(customer.password);
  await form.getByRole('button', { name: loginMessages.submit }).click();

  await expect(page).toHaveURL(/\/checkout$/);
  await expect(main(page).getByRole('heading', { name: checkoutMessages.heading })).toBeVisible();
});
