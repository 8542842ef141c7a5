import type { Page } from '@playwright/test';
import { COUNTRY_COOKIE } from '@shop/contracts/cart/constants';
import { cartMessages } from '@shop/contracts/cart/messages';
import { promiseMessages } from '@shop/contracts/orders/promise-messages';
import { storeSettingsMessages } from '@shop/contracts/settings/admin-messages';
import { deliverySettingsMessages as settingsTexts } from '@shop/contracts/settings/delivery-admin-messages';
import { deliveryMessages as texts } from '@shop/contracts/settings/delivery-messages';
import { FRAME } from '../../pages/cart.ts';
import { CUFFLINKS, main, placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { setStatus } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';

const ARRIVES = /^Arrives [A-Z][a-z]{2} \d+.* with Standard shipping$/;
const PRODUCT = `/product/${FRAME.slug}`;

async function changeCountry(page: Page, country: string) {
  await main(page).getByText(texts.changeCountry).first().click();
  await main(page).getByLabel(texts.country).selectOption(country);
  await main(page).getByRole('button', { name: texts.saveCountry }).click();
}

for (const javaScriptEnabled of [true, false])
  test.describe(`RTE-018 JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the country chosen on a product page changes the dates there and in the cart', async ({ page, context }) => {
      await (javaScriptEnabled ? gotoHydrated(page, PRODUCT) : page.goto(PRODUCT));
      await expect(main(page).getByText(texts.deliveryTo('United States'))).toBeVisible();
      const before = await main(page).getByText(ARRIVES).textContent();

      await changeCountry(page, 'India');

      await expect(main(page).getByText(texts.deliveryTo('India'))).toBeVisible();
      await expect(main(page).getByText(ARRIVES)).not.toHaveText(before ?? '');
      const cookies = await context.cookies();
      expect(cookies.find(({ name }) => name === COUNTRY_COOKIE)?.value).toBe('India');

      await main(page).getByRole('button', { name: 'Add to cart' }).first().click();
      if (javaScriptEnabled) {
        await expect(page.getByRole('dialog').getByText(/^Arrives /)).toBeVisible();
        await page.getByRole('link', { name: cartMessages.viewCart }).click();
      }
      await expect(main(page).getByText(texts.deliveryTo('India'))).toBeVisible();
      await expect(main(page).getByText(/Arrives /)).toHaveCount(2);
      await changeCountry(page, 'Canada');
      await expect(page).toHaveURL(/\/cart$/);
      await expect(main(page).getByText(texts.deliveryTo('Canada'))).toBeVisible();
    });
  });

test('a product page that was opened again shows the remembered country', async ({ page }) => {
  await gotoHydrated(page, PRODUCT);
  await changeCountry(page, 'Australia');
  await gotoHydrated(page, '/product/starburst-brooch');

  await expect(main(page).getByText(texts.deliveryTo('Australia'))).toBeVisible();
  await expectAccessible(page);
});

test('an order keeps its promise: order page, admin page and the list of orders at risk', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn('admin'), CUFFLINKS);
  await gotoHydrated(page, `/orders/${orderId}`);
  await expect(main(page).getByText(/^Promised for /)).toBeVisible();

  await sql.query(
    `update orders set dispatch_by = current_date - 400, promised_earliest = current_date - 398,
                       promised_latest = current_date - 397 where id = $1`,
    [orderId],
  );
  await gotoHydrated(page, '/admin');
  await page.getByRole('link', { name: /orders? at risk$/ }).click();
  await expect(page.getByRole('heading', { name: promiseMessages.title })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: `#${orderId.slice(-8)}` });
  await expect(row).toContainText('400 days late');
  await expect(row).toContainText(promiseMessages.steps.packing);
  await expectAccessible(page);

  await setStatus({ browser, shop, sql }, orderId, 'shipped');
  await setStatus({ browser, shop, sql }, orderId, 'delivered');
  await page.reload();
  await expect(page.getByText(`#${orderId.slice(-8)}`)).toHaveCount(0);
  await gotoHydrated(page, `/admin/orders/${orderId}`);
  await expect(main(page).getByText(/^Promised for .*; delivered /)).toBeVisible();
});

test('an owner edits the delivery times, and errors are at their fields', async ({ page, signIn, sql }) => {
  await signIn('owner');
  await gotoHydrated(page, '/admin/settings');
  const panel = page.getByRole('region', { name: settingsTexts.title });
  await panel.getByLabel(settingsTexts.holidays).fill('Christmas');
  await page.getByRole('button', { name: storeSettingsMessages.save }).click();
  await expect(panel.getByText(settingsTexts.badHoliday)).toBeVisible();

  await panel.getByLabel(settingsTexts.holidays).fill('2031-12-25');
  await page.getByRole('button', { name: storeSettingsMessages.save }).click();

  await expectStatusMessage(page, storeSettingsMessages.saved);
  await expect(panel.getByLabel(settingsTexts.holidays)).toHaveValue('2031-12-25');
  const { rows } = await sql.query(`select delivery -> 'holidays' as holidays from store_settings`);
  expect(rows).toEqual([{ holidays: ['2031-12-25'] }]);
});
