import { cartMessages } from '@shop/contracts/cart/messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { supportMessages } from '@shop/contracts/support/messages';
import { FRAME, fillCart, line, TRIO } from '../../pages/cart.ts';
import { main, placeOrder } from '../../pages/checkout.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test('without a network the cart stays as it is', async ({ page, context, shop, sql, signIn }) => {
  await signIn();
  await fillCart({ context, shop, sql }, FRAME);
  await gotoHydrated(page, '/cart');

  await context.setOffline(true);
  await line(page, FRAME.name)
    .getByRole('button', { name: cartMessages.removeOf(FRAME.name) })
    .click();
  await expect(page.getByText(cartMessages.failed)).toBeVisible();
  await expect(line(page, FRAME.name)).toBeVisible();
});

test('without a network the contact form says so and keeps what was typed', async ({ page, context }) => {
  await gotoHydrated(page, '/contact');
  const message = main(page).getByLabel(new RegExp(`^${supportMessages.message}`));
  await message.fill('Does it come in platinum?');
  await context.setOffline(true);

  await main(page).getByRole('button', { name: supportMessages.send }).click();

  await expect(main(page).getByText(supportMessages.failed)).toBeVisible();
  await expect(message).toHaveValue('Does it come in platinum?');
});

test('an order that could not be cancelled for lack of a network stays on the page', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
  await gotoHydrated(page, `/orders/${orderId}`);
  await main(page).getByRole('button', { name: orderMessages.cancel }).click();

  await context.setOffline(true);
  await page.getByRole('button', { name: orderMessages.confirmCancelYes }).click();

  await expect(page.getByText(orderMessages.cancelFailed)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(orderMessages.orderOf(orderId.slice(-8)));
});
