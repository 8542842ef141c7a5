import type { Page } from '@playwright/test';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { panel, refundSummary, test } from '../../pages/admin-order.ts';
import { FRAME, TRIO } from '../../pages/cart.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated, main } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const TWO_ITEMS = [TRIO.slug, FRAME.slug];
const toShip = (page: Page) => panel(page, texts.toShip);
const quantity = (page: Page, name: string) => toShip(page).getByLabel(texts.unitsToShip(name));
const shipButton = (page: Page) => toShip(page).getByRole('button', { name: /^Ship/ });

test('an order is partly shipped, its slip opened and an item refunded by keyboard alone', async ({
  page,
  signIn,
  orderOf,
}) => {
  test.slow();
  const { id, number } = await orderOf({ paid: true, slugs: TWO_ITEMS });
  await signIn('manager');
  await gotoHydrated(page, '/admin/orders?fulfillment=unfulfilled');
  await page.getByRole('link', { name: `View order #${number}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname === `/admin/orders/${id}`);

  await toShip(page).getByLabel(texts.packed(TRIO.name)).focus();
  await page.keyboard.press('Space');
  await quantity(page, FRAME.name).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('0');
  await expect(toShip(page)).toContainText(/1 unit ships, 1 unit is left, .*and 1 email is sent\./);
  await toShip(page).getByLabel(texts.carrier).focus();
  await page.keyboard.type('UPS');
  await toShip(page).getByLabel(texts.trackingNumber).focus();
  await page.keyboard.type('1Z999');
  await shipButton(page).focus();
  await page.keyboard.press('Enter');

  await expectStatusMessage(page, texts.shipDone);
  await expect(main(page).getByText(shippingMessages.partiallyShipped, { exact: true })).toBeVisible();
  const shipment = panel(page, texts.shipment(1));
  await expect(shipment).toContainText(TRIO.name);
  await expect(shipment.getByRole('link', { name: '1Z999' })).toHaveAttribute('href', /^https:\/\/www\.ups\.com\//);
  await expect(toShip(page)).not.toContainText(TRIO.name);
  await expectAccessible(page);

  await main(page).getByRole('link', { name: texts.packingSlip }).focus();
  await page.keyboard.press('Enter');
  const slip = main(page).getByRole('article', { name: texts.packingSlipOf(number) });
  await expect(slip).toContainText(FRAME.name);
  await expect(slip).not.toContainText(TRIO.name);
  await expect(slip).not.toContainText('$');

  await gotoHydrated(page, `/admin/orders/${id}`);
  await refundSummary(page).focus();
  await page.keyboard.press('Enter');
  const refund = panel(page, adminOrderMessages.refundHeading);
  await expect(refund).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('1');
  const amount = refund.getByLabel(/^Amount \(INR\)/);
  await expect(amount).toHaveValue(/^[1-9]/);
  await amount.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('48');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A scratch');
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Refund ₹48.00' });
  await expect(confirm).toBeVisible();
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expectStatusMessage(page, adminOrderMessages.refundDone);
  await expect(panel(page, 'Payments')).toContainText('Refund of ₹48.00');
});

test('the tracking number of a shipment is corrected', async ({ page, signIn, orderOf }) => {
  const { id } = await orderOf();
  await signIn('packer');
  await gotoHydrated(page, `/admin/orders/${id}`);
  await toShip(page).getByLabel(texts.carrier).fill('FedEx');
  await shipButton(page).click();
  await expectStatusMessage(page, texts.shipDone);

  const shipment = panel(page, texts.shipment(1));
  await shipment.getByText(texts.editShipment).click();
  await shipment.getByLabel(texts.trackingNumber).fill('7777');
  await shipment.getByRole('button', { name: texts.saveShipment }).click();

  await expectStatusMessage(page, texts.shipmentSaved);
  await expect(shipment.getByRole('link', { name: '7777' })).toHaveAttribute('href', /fedex\.com.*7777$/);
});

test('a pick list sums the units of its orders, and only slips are printed', async ({ page, signIn, orderOf }) => {
  const [one, two] = [await orderOf({ slugs: [TRIO.slug] }), await orderOf({ slugs: TWO_ITEMS })];
  const orders = new URLSearchParams([one, two].map(({ id }) => ['orderId', id]));
  await signIn('packer');
  await gotoHydrated(page, `/admin/orders/pick-list?${orders}`);

  const trio = main(page).getByRole('listitem').filter({ hasText: TRIO.name });
  await expect(trio).toContainText('2 units');
  await expect(trio.getByRole('link', { name: texts.pickFor(one.number, 1) })).toBeVisible();

  await gotoHydrated(page, `/admin/orders/packing-slips?${orders}`);
  await page.emulateMedia({ media: 'print' });
  await expect(main(page).getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('button', { name: texts.print })).toBeHidden();
});

test('more orders than a print job holds are rejected', async ({ page, signIn }) => {
  const orders = new URLSearchParams(Array.from({ length: 51 }, () => ['orderId', crypto.randomUUID()]));
  await signIn('packer');
  await page.goto(`/admin/orders/packing-slips?${orders}`);

  await expect(main(page).getByRole('alert')).toContainText(adminOrderMessages.tooManyOrders(50));
});
