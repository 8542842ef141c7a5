import type { Page } from '@playwright/test';
import { checkoutMessages, paymentMethodLabels } from '@shop/contracts/checkout/messages';
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import { giftExchangeMessages } from '@shop/contracts/returns/gift-messages';
import { returnReasonLabels, returnStatusLabels } from '@shop/contracts/returns/messages';
import { fillCart, TEE } from '../../pages/cart.ts';
import { main, method, payButton, placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { confirmEmail, expectStatusMessage, gotoHydrated, insertAddresses } from '../../support/account.ts';
import { setStatus } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

const MONEY = /[$₹]\s?\d|USD|INR/;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });
    const open = (page: Page, path: string) => (javaScriptEnabled ? gotoHydrated(page, path) : page.goto(path));
    const check = (page: Page) => (javaScriptEnabled ? expectAccessible(page) : undefined);

    test('a gift is bought, its receipt printed, and its size exchanged by the recipient, who sees no price', {
      tag: '@journey',
    }, async ({ page, context, browser, shop, sql, signIn }) => {
      const customer = await signIn();
      await confirmEmail(sql, customer.id);
      await insertAddresses(sql, customer.id, 'Home');
      await fillCart({ context, shop, sql }, TEE);
      await open(page, '/checkout');
      await main(page)
        .getByRole('checkbox', { name: new RegExp(giftMessages.isGift) })
        .check();
      await main(page).getByLabel(giftMessages.recipient).fill('Mia Wallace');
      await main(page).getByLabel(giftMessages.message).fill('Happy birthday, Mia!');
      await check(page);
      await method(page, paymentMethodLabels.cod).check();
      await payButton(page).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(checkoutMessages.successHeading);
      const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

      await page.goto(`/orders/${orderId}`);
      await expect(main(page).getByText(giftMessages.giftFor('Mia Wallace'))).toBeVisible();
      await main(page).getByRole('link', { name: giftMessages.viewReceipt }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(giftMessages.receipt);
      await expect(main(page).getByText('Happy birthday, Mia!')).toBeVisible();
      await expect(main(page)).not.toContainText(MONEY);
      await check(page);
      const printed = main(page).getByText(/\/gift\/[\w-]{43,48}$/);
      const first = (await printed.textContent()) ?? '';
      await main(page).getByRole('button', { name: giftMessages.replace }).click();
      await expectStatusMessage(page, giftMessages.replaced);
      const link = (await printed.textContent()) ?? '';
      expect(link).not.toBe(first);

      await setStatus({ browser, shop, sql }, orderId, 'delivered');
      await context.clearCookies();
      await open(page, new URL(first).pathname);
      await expect(main(page)).toContainText(giftExchangeMessages.notFound);
      await check(page);
      await open(page, new URL(link).pathname);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(giftExchangeMessages.heading('Mia Wallace'));
      await expect(main(page)).not.toContainText(MONEY);
      await check(page);
      await main(page).getByLabel(giftExchangeMessages.newSize).selectOption({ index: 1 });
      await main(page).getByLabel(giftExchangeMessages.reason).selectOption(returnReasonLabels.too_small);
      await main(page)
        .getByLabel(new RegExp(`^${giftExchangeMessages.email}`))
        .fill('mia@example.com');
      await main(page).getByRole('button', { name: giftExchangeMessages.request }).click();

      await expectStatusMessage(page, giftExchangeMessages.requested);
      await expect(main(page).getByText(returnStatusLabels.requested, { exact: true })).toBeVisible();
      await expect(main(page)).not.toContainText(MONEY);

      await sql.query(`update returns set status = 'cancelled', closed_at = now() where order_id = $1`, [orderId]);
      await sql.query(
        `update order_status_history set created_at = created_at - interval '1 year' where order_id = $1`,
        [orderId],
      );
      await open(page, new URL(link).pathname);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(giftExchangeMessages.noLink);
      await expect(main(page)).toContainText(giftExchangeMessages.expired);
      await check(page);
    });
  });

test('the packing slip of a gift has recipient, message and private link, and no prices', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const customer = await signIn();
  const orderId = await placeOrder({ context, shop, sql }, customer, TEE);
  await sql.query(
    `update orders set gift = '{"recipient": "Mia Wallace", "message": "Happy birthday!"}' where id = $1`,
    [orderId],
  );
  await sql.query(`update users set role = 'admin' where id = $1`, [customer.id]);

  await page.goto(`/admin/orders/packing-slips?orderId=${orderId}`);

  const slip = main(page).getByRole('article', { name: packingMessages.packingSlipOf(orderId.slice(-8)) });
  await expect(slip.getByText(giftMessages.giftFor('Mia Wallace'))).toBeVisible();
  await expect(slip.getByText('Happy birthday!')).toBeVisible();
  await expect(slip.getByRole('img', { name: giftMessages.code })).toBeVisible();
  await expect(slip).not.toContainText(MONEY);
  await expectAccessible(page);
});
