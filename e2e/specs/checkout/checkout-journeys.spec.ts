import type { Browser, BrowserContext, Page } from '@playwright/test';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { Pool } from 'pg';
import { fillCart } from '../../pages/cart.ts';
import {
  CUFFLINKS,
  checkoutIsHydrated,
  expectOrderPlaced,
  main,
  method,
  ONLINE,
  payButton,
  paymentWindow,
} from '../../pages/checkout.ts';
import { logIn } from '../../pages/login.ts';
import { confirmEmail, gotoHydrated, insertAddresses, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

type Visit = { page: Page; context: BrowserContext; browser: Browser; shop: { url: string }; sql: Pool };

/** An existing customer fills the cart as a guest, proceeds to the checkout and logs in. */
async function fillCartAndSignIn({ page, context, browser, shop, sql }: Visit) {
  const otherContext = await browser.newContext();
  const customer = await register(otherContext, shop);
  await otherContext.close();
  await confirmEmail(sql, customer.id);
  await insertAddresses(sql, customer.id, 'Home');
  await fillCart({ context, shop, sql }, CUFFLINKS);

  await gotoHydrated(page, '/cart');
  await main(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=checkout$/);
  await Promise.all([checkoutIsHydrated(page), logIn(page, customer)]);
}

/** Checks the success page, also after a reload, and the order it links to. */
async function expectOrder(page: Page, shop: { url: string }, payment: 'Paid' | 'Pending') {
  const orderId = await expectOrderPlaced(page);
  await expect(main(page)).toContainText(`Order ID: ${orderId}`);
  await page.reload();
  await expectOrderPlaced(page);
  await expect(main(page).getByRole('link', { name: checkoutMessages.backHome })).toHaveAttribute('href', '/');
  await main(page).getByRole('link', { name: checkoutMessages.viewOrder }).click();
  await expect(page).toHaveURL(`${shop.url}/orders/${orderId}`);
  await expect(main(page).getByText(payment, { exact: true }).last()).toBeVisible();
  await expect(main(page)).toContainText(CUFFLINKS.name);
}

for (const [name, payInWindow] of Object.entries(ONLINE))
  test(`CART-010 CHK-008 CHK-009 CHK-010 CHK-011 CHK-022 a guest fills a cart, logs in, pays by ${name} and gets an order`, async ({
    page,
    context,
    browser,
    shop,
    sql,
  }) => {
    await fillCartAndSignIn({ page, context, browser, shop, sql });
    await method(page, name).check();
    const verified = page.waitForRequest('**/api/payment/verify');
    await payButton(page).click();
    await payInWindow(await paymentWindow(page));

    expect(Object.keys((await verified).postDataJSON()).toSorted()).toEqual([
      'razorpay_order_id',
      'razorpay_payment_id',
      'razorpay_signature',
    ]);
    await expectOrder(page, shop, 'Paid');
  });

test('CART-010 CHK-028 a guest fills a cart, logs in, chooses cash on delivery and gets an order', async ({
  page,
  context,
  browser,
  shop,
  sql,
}) => {
  await fillCartAndSignIn({ page, context, browser, shop, sql });
  await method(page, 'Cash on delivery').check();
  await payButton(page).click();

  await expectOrder(page, shop, 'Pending');
});
