import { adminReturnMessages } from '@shop/contracts/returns/admin-messages';
import { returnMessages, returnReasonLabels, returnStatusLabels } from '@shop/contracts/returns/messages';
import { TEE, TRIO } from '../../pages/cart.ts';
import { main, placePaidOrder } from '../../pages/checkout.ts';
import { tabTo } from '../../pages/keyboard.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { setStatus } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

test('with the keyboard only, an item that is too small is returned for the next size, which staff ship and the customer returns too', {
  tag: '@journey',
}, async ({ page, context, browser, shop, sql, signIn }) => {
  const orderId = await placePaidOrder({ context, shop, sql }, await signIn(), TEE, TRIO);
  await setStatus({ browser, shop, sql }, orderId, 'delivered');
  await gotoHydrated(page, `/orders/${orderId}`);

  await tabTo(page, main(page).getByRole('link', { name: returnMessages.title }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(returnMessages.title);
  const item = main(page).getByRole('listitem').filter({ hasText: 'Constellation Tee' });
  await tabTo(page, main(page).getByRole('button', { name: returnMessages.request }));
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('alert')).toHaveText(returnMessages.nothingChosen);
  await expect(main(page).getByRole('checkbox').first()).toBeFocused();
  await tabTo(page, item.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, item.getByLabel(returnMessages.reason));
  await page.keyboard.type(returnReasonLabels.too_small);

  await expect(item.getByRole('radio', { name: /^Another size/ })).toBeChecked();
  await expect(item.getByRole('status')).toContainText('for you until');
  await expectAccessible(page);
  await tabTo(page, main(page).getByRole('button', { name: returnMessages.request }));
  await page.keyboard.press('Enter');

  await expectStatusMessage(page, returnMessages.requested);
  await expect(main(page).getByText(returnStatusLabels.requested, { exact: true })).toBeVisible();
  await expect(main(page).getByText('is reserved for you until')).toBeVisible();

  await sql.query(`update users set role = 'admin' where id = (select user_id from orders where id = $1)`, [orderId]);
  await gotoHydrated(page, '/admin/returns');
  await main(page)
    .getByRole('link', { name: `#${orderId.slice(-8)}` })
    .click();
  await main(page).getByLabel(adminReturnMessages.instructions).fill('Please use the box.');
  await main(page).getByRole('button', { name: adminReturnMessages.authorize }).click();
  await expectStatusMessage(page, adminReturnMessages.authorized);
  await main(page).getByRole('button', { name: adminReturnMessages.receive }).click();
  await expectStatusMessage(page, adminReturnMessages.received);
  await expectAccessible(page);
  await main(page).getByLabel(adminReturnMessages.carrier).fill('UPS');
  await main(page).getByRole('button', { name: adminReturnMessages.ship }).click();
  await expectStatusMessage(page, adminReturnMessages.shipped);
  await expect(main(page).getByText(returnStatusLabels.completed, { exact: true }).first()).toBeVisible();
  await main(page).getByRole('button', { name: adminReturnMessages.deliver }).click();
  await expectStatusMessage(page, adminReturnMessages.delivered);
  await expect(main(page).getByText(adminReturnMessages.steps.delivered, { exact: true })).toBeVisible();

  await gotoHydrated(page, `/orders/${orderId}/return`);
  await expect(main(page).getByText(returnMessages.noneReturnable)).toHaveCount(1);
  const exchanged = main(page).getByRole('listitem').filter({ hasText: 'Received in exchange, return until' });
  await exchanged.getByRole('checkbox').check();
  await exchanged.getByLabel(returnMessages.reason).selectOption('too_large');
  await exchanged.getByRole('radio', { name: /^Refund/ }).check();
  await expectAccessible(page);
  await main(page).getByRole('button', { name: returnMessages.request }).click();
  await expectStatusMessage(page, returnMessages.requested);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a refund is explained before it is requested, and a return can be cancelled', { tag: '@journey' }, async ({
    page,
    context,
    browser,
    shop,
    sql,
    signIn,
  }) => {
    const orderId = await placePaidOrder({ context, shop, sql }, await signIn(), TRIO);
    await setStatus({ browser, shop, sql }, orderId, 'delivered');
    await page.goto(`/orders/${orderId}/return`);
    const item = main(page).getByRole('listitem').filter({ hasText: TRIO.name });

    await main(page).getByRole('button', { name: returnMessages.request }).click();
    await expect(main(page).getByText(returnMessages.nothingChosen)).toBeVisible();
    await item.getByRole('checkbox').check();
    await item.getByLabel(returnMessages.reason).selectOption('changed_mind');
    await item.getByRole('radio', { name: /^Refund/ }).check();
    await main(page).getByRole('button', { name: returnMessages.updateSummary }).click();

    await expect(main(page).getByText(returnMessages.howMade)).toBeVisible();
    await expect(main(page).getByText('8% of $64.00')).toBeVisible();
    await main(page).getByRole('button', { name: returnMessages.request }).click();
    await expectStatusMessage(page, returnMessages.requested);
    await main(page).getByRole('button', { name: returnMessages.cancel }).click();
    await expectStatusMessage(page, returnMessages.cancelDone);
    await expect(main(page).getByText(returnStatusLabels.cancelled, { exact: true })).toBeVisible();
  });
});
