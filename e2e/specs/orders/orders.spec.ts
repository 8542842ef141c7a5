import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { invoiceMessages } from '@shop/contracts/invoices/messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import pg from 'pg';
import { cartLink, FRAME, TRIO } from '../../pages/cart.ts';
import { main, placeOrder } from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { setStatus } from '../../support/admin-session.ts';
import { expect, test } from '../../support/fixtures.ts';
import { UNKNOWN_ID } from '../../support/shop.ts';

const SIX = [
  'faceted-bud-vase',
  'seer-crystal-sphere',
  'rose-quartz-cluster',
  'diamond-cut-decanter',
  'etoile-champagne-coupes',
  'starburst-brooch',
].map((slug) => ({ slug }));

const steps = (page: Page) => page.getByRole('list', { name: orderMessages.progress });
const colorOf = (page: Page, text: string) =>
  main(page)
    .getByText(text, { exact: true })
    .evaluate((badge) => getComputedStyle(badge).backgroundColor);
const YELLOW = 'rgb(253, 242, 200)';
const GREEN = 'rgb(220, 242, 227)';

test('ORD-001 ORD-002 ORD-003 ORD-004 the list shows number, status, total and four of six items', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), ...SIX);
  await page.goto('/orders');
  const card = page.getByRole('article', { name: `Order #${orderId.slice(-8)}` });

  await expect(card.getByRole('img')).toHaveCount(4);
  await expect(card.getByText('+2 more')).toBeVisible();
  await expect(card.getByText('Pending')).toBeVisible();
  await card.getByRole('link', { name: 'View order' }).click();
  await expect(page).toHaveURL(`${shop.url}/orders/${orderId}`);
});

test('ORD-001 an empty list says so, and older orders are on the next page', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const customer = await signIn();
  await page.goto('/orders');
  await expect(page.getByRole('heading', { name: orderMessages.none })).toBeVisible();

  const coupes = { slug: 'etoile-champagne-coupes' };
  const first = await placeOrder({ context, shop, sql }, customer, coupes);
  for (let more = 0; more < 10; more++) await placeOrder({ context, shop, sql }, customer, coupes);
  await page.reload();
  await expect(main(page).getByRole('article')).toHaveCount(10);
  await main(page).getByRole('link', { name: 'Show older orders' }).click();

  await expect(main(page).getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article', { name: `Order #${first.slice(-8)}` })).toBeVisible();
});

test('ORD-005 ORD-006 ORD-010 STATE-015 an order shows its progress, items, address and payment', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
  await page.goto(`/orders/${orderId}`);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${orderId.slice(-8)}`);
  await expect(steps(page).getByRole('listitem')).toHaveText([
    /Order Placed, current step/,
    /Processing, upcoming/,
    /Shipped, upcoming/,
    /Delivered, upcoming/,
  ]);
  for (const text of [TRIO.name, FRAME.name, '1 Main Street', 'Cash on delivery', '$130.95'])
    await expect(main(page)).toContainText(text);
  // Both the order and its payment are pending.
  for (const badge of await main(page).getByText('Pending', { exact: true }).all())
    expect(await badge.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe(YELLOW);

  for (const status of ['shipped', 'delivered']) await setStatus({ browser, shop, sql }, orderId, status);
  await page.reload();

  await expect(steps(page).getByText('completed')).toHaveCount(4);
  await expect(main(page)).toContainText(/TRK\d{8}/);
  expect(await colorOf(page, 'Paid')).toBe(GREEN);
});

test('ORD-009 an unknown order and one of another customer redirect to the list', async ({ page, sql, signIn }) => {
  const { rows } = await sql.query<{ id: string }>("select id from orders where email = 'ada@example.com' limit 1");
  await signIn();

  for (const id of [rows[0]?.id, UNKNOWN_ID, 'nonsense']) {
    await page.goto(`/orders/${id}`);
    await expect(page).toHaveURL(/\/orders$/);
  }
});

test('ORD-007 ORD-008 ORD-011 an order is cancelled after confirmation in a dialog', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
  await gotoHydrated(page, `/orders/${orderId}`);
  const ask = main(page).getByRole('button', { name: 'Cancel order' });
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to cancel this order?' });

  await ask.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();
  await ask.press('Enter');
  await dialog.getByRole('button', { name: 'Keep order' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(ask).toBeFocused();
  await ask.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel this order' }).click();

  await expectStatusMessage(page, orderMessages.cancelDone);
  await expect(main(page).getByText(/^This order was cancelled on /)).toBeVisible();
  await expect(steps(page)).toHaveCount(0);
  await expect(ask).toHaveCount(0);
});

test('ERR-015 an order that was shipped in the meantime cannot be cancelled', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
  // Without the notification stream the page is not updated, so the button stays.
  await page.route('**/api/notifications/stream*', (route) => route.abort());
  await gotoHydrated(page, `/orders/${orderId}`);
  await setStatus({ browser, shop, sql }, orderId, 'shipped');

  await main(page).getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('button', { name: 'Cancel this order' }).click();

  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to cancel order. It may be too late to cancel.' }),
  ).toBeVisible();
  await expect(main(page).getByText('Shipped', { exact: true }).first()).toBeVisible();
});

test('ERR-016 shows an error when cancelling fails', async ({ page, context, shop, sql, signIn }) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
  await gotoHydrated(page, `/orders/${orderId}`);
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from orders where id = $1 for update', [orderId]);

  await main(page).getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('button', { name: 'Cancel this order' }).click();

  await expect(
    page.getByRole('alert').filter({ hasText: 'An error occurred while trying to cancel the order.' }),
  ).toBeVisible({ timeout: 30_000 });
  await client.end();
});

test('Buy again adds the items of an order to the cart', async ({ page, context, shop, sql, signIn }) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
  await gotoHydrated(page, `/orders/${orderId}`);

  await main(page).getByRole('button', { name: 'Buy again' }).click();

  await expectStatusMessage(page, orderMessages.buyAgainDone);
  await expect(cartLink(page)).toContainText('2');
});

/** The worker issues the invoice moments after the order is shipped. */
async function issuedInvoice(sql: pg.Pool, orderId: string) {
  const numbers = async () =>
    (await sql.query('select number from invoices where order_id = $1', [orderId])).rows.map(({ number }) => number);
  await expect.poll(numbers, { timeout: 30_000 }).toHaveLength(1);
  return String((await numbers())[0]);
}

test('a buyer sees the number of the invoice once the order is shipped, and downloads it as PDF', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
  await page.goto(`/orders/${orderId}/invoice`);
  await expect(main(page)).toContainText(invoiceMessages.notIssued);
  await setStatus({ browser, shop, sql }, orderId, 'shipped');
  const number = await issuedInvoice(sql, orderId);

  await gotoHydrated(page, `/orders/${orderId}`);
  await main(page)
    .getByRole('link', { name: `Invoice ${number}` })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Invoice ${number}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: invoiceMessages.download }).click(),
  ]);

  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the invoice is printed without header and footer', async ({ page, context, browser, shop, sql, signIn }) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
  await setStatus({ browser, shop, sql }, orderId, 'shipped');
  const number = await issuedInvoice(sql, orderId);
  await gotoHydrated(page, `/orders/${orderId}`);
  await main(page).getByRole('link', { name: 'Invoice' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Invoice ${number}`);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();

  await page.emulateMedia({ media: 'print' });

  for (const away of ['banner', 'contentinfo'] as const) await expect(page.getByRole(away)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: invoiceMessages.download })).toBeHidden();
  await expect(page.getByRole('table')).toContainText(TRIO.name);
});

test.describe('JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('ORD-011 an order is cancelled after confirmation in the page', async ({ page, context, shop, sql, signIn }) => {
    const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
    await page.goto(`/orders/${orderId}`);
    const question = page.getByRole('region', { name: 'Are you sure you want to cancel this order?' });

    await main(page).getByRole('button', { name: 'Cancel order' }).click();
    await question.getByRole('link', { name: 'Keep order' }).click();
    await expect(page).toHaveURL(`${shop.url}/orders/${orderId}`);
    await main(page).getByRole('button', { name: 'Cancel order' }).click();
    await question.getByRole('button', { name: 'Cancel this order' }).click();

    await expectStatusMessage(page, orderMessages.cancelDone);
    await expect(main(page).getByText(/^This order was cancelled on /)).toBeVisible();
  });

  test('an invoice is downloaded as PDF', async ({ page, context, browser, shop, sql, signIn }) => {
    const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO);
    await setStatus({ browser, shop, sql }, orderId, 'shipped');
    const number = await issuedInvoice(sql, orderId);
    await page.goto(`/orders/${orderId}/invoice`);
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main(page).getByRole('link', { name: invoiceMessages.download }).click(),
    ]);

    expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  });
});

const PAGES = {
  list: () => '/orders',
  order: (id: string) => `/orders/${id}`,
  invoice: (id: string) => `/orders/${id}/invoice`,
};
test('an issued invoice has no axe violations', async ({ page, context, browser, shop, sql, signIn }) => {
  const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
  await setStatus({ browser, shop, sql }, orderId, 'shipped');
  await issuedInvoice(sql, orderId);
  await gotoHydrated(page, PAGES.invoice(orderId));

  await expectAccessible(page);
});

for (const [name, pathTo] of Object.entries(PAGES))
  test(`RTE-019 the ${name} page has no axe violations`, async ({ page, context, shop, sql, signIn }) => {
    const orderId = await placeOrder({ context, shop, sql }, await signIn(), TRIO, FRAME);
    await gotoHydrated(page, pathTo(orderId));

    await expectAccessible(page);
  });
