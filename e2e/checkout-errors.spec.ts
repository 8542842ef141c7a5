import { checkoutMessages } from '@shop/contracts/checkout-texts';
import pg from 'pg';
import { gotoHydrated, insertAddresses, register } from './account.ts';
import { fillCart } from './cart-page.ts';
import {
  atCheckout,
  CUFFLINKS,
  errorAlert,
  expectOrderPlaced,
  main,
  method,
  payButton,
  payByCard,
  paymentWindow,
} from './checkout-page.ts';
import { test as base, expect } from './fixtures.ts';
import { NO_RATE_LIMIT, startSecondInstance } from './shop.ts';

/** A piece of which no other journey needs more than one. */
const OBELISK = 'quartz-obelisk';

/** No process is ever given this port to listen on. */
const UNREACHABLE_URL = 'http://127.0.0.1:1';

/** A door to the shop behind which nobody takes payments: what it meets is not met by others. */
const test = base.extend<{ withoutProvider: Awaited<ReturnType<typeof startSecondInstance>> }>({
  withoutProvider: [
    async ({ shop }, use) => {
      const instance = await startSecondInstance(shop.databaseUrl, {
        ...NO_RATE_LIMIT,
        ...shop.payment,
        RAZORPAY_API_URL: UNREACHABLE_URL,
      });
      await use(instance);
      await instance.close();
    },
    { timeout: 60_000 },
  ],
});

/** Somebody else takes long with rows of this person. */
async function lockRows(databaseUrl: string, rows: string, userId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(rows, [userId]);
  return () => client.end();
}

test('ERR-001 a provider’s script that does not come is told, and nothing is held', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  await page.route('**/v1/checkout.js', (route) => route.abort());

  await payButton(page).click();

  await expect(errorAlert(page, 'Failed to load Razorpay. Please try again later.')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  expect((await sql.query('select 1 from checkouts where user_id = $1', [id])).rowCount).toBe(0);

  await page.unroute('**/v1/checkout.js');
  await payButton(page).click();
  await payByCard(await paymentWindow(page));
  await expectOrderPlaced(page);
});

test('ERR-002 a proof of payment that was tampered with is told', async ({ page, context, shop, sql, signIn }) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  await page.route('**/api/payment/verify', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), razorpay_signature: '0'.repeat(64) } }),
  );
  await payButton(page).click();
  await payByCard(await paymentWindow(page));

  await expect(errorAlert(page, 'Payment verification failed. Please contact support.')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  // The provider's own message confirms the payment all the same: no money is lost.
  await expect
    .poll(async () => (await sql.query('select 1 from orders where user_id = $1', [id])).rowCount, { timeout: 30_000 })
    .toBe(1);
});

test('ERR-003 a provider that is away is named', async ({ page, context, withoutProvider: instance, sql }) => {
  const { id } = await register(context, instance);
  await insertAddresses(sql, id, 'Home');
  await fillCart({ context, shop: instance, sql }, CUFFLINKS);
  await gotoHydrated(page, `${instance.url}/checkout`);

  await payButton(page).click();

  await expect(errorAlert(page, 'Could not create Razorpay order')).toBeVisible({ timeout: 30_000 });
  await expect(payButton(page)).toBeEnabled();
});

test('ERR-004 an order that cannot be created is told, and is created once when tried again', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  const release = await lockRows(shop.databaseUrl, 'select 1 from carts where user_id = $1 for update', id);
  await method(page, 'Cash on delivery').check();

  await payButton(page).click();

  await expect(errorAlert(page, 'Failed to create order. Please try again.')).toBeVisible({ timeout: 30_000 });
  await release();
  await payButton(page).click();
  await expectOrderPlaced(page);
  expect((await sql.query('select 1 from orders where user_id = $1', [id])).rowCount).toBe(1);
});

test('ERR-005 a network that fails is told, and the same order is not placed twice', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  await method(page, 'Cash on delivery').check();
  // It gets there, but the answer is lost on the way back.
  await page.route('**/api/payment/create-order', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payButton(page).click();

  await expect(errorAlert(page, 'An error occurred during checkout. Please try again.')).toBeVisible();
  await page.unroute('**/api/payment/create-order');
  await payButton(page).click();
  await expectOrderPlaced(page);
  expect((await sql.query('select 1 from orders where user_id = $1', [id])).rowCount).toBe(1);
});

test('a payment that fails is told once the window is closed, and can be tried again', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await atCheckout({ page, context, shop, sql, signIn });
  await payButton(page).click();
  const window = await paymentWindow(page);
  await payByCard(window, '4100280000060003');
  await expect(window.getByRole('alert')).toContainText('declined');
  await window.getByRole('button', { name: 'Close payment' }).click();

  await expect(errorAlert(page, checkoutMessages.paymentFailed)).toBeVisible();
  await payButton(page).click();
  await payByCard(await paymentWindow(page));
  await expectOrderPlaced(page);
});

test('a payment whose confirmation does not get through is waited for, also after a reload', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  await page.route('**/api/payment/verify', (route) => route.abort());
  await payButton(page).click();
  const window = await paymentWindow(page);
  // Somebody holds the checkout: the provider's own message cannot confirm it either, for now.
  const release = await lockRows(shop.databaseUrl, 'select 1 from checkouts where user_id = $1 for update', id);
  await payByCard(window);

  const waiting = page.getByRole('heading', { name: checkoutMessages.confirmingHeading });
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await release();
  await expectOrderPlaced(page);
});

test('a price that changed meanwhile is shown before anything is charged', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await atCheckout({ page, context, shop, sql, signIn });
  await method(page, 'Cash on delivery').check();
  // In another tab the shopper takes one more.
  await fillCart({ context, shop, sql }, CUFFLINKS);

  await payButton(page).click();

  await expect(errorAlert(page, checkoutMessages.priceChanged)).toBeVisible();
  await expect(main(page).getByText('You pay $174.15 when your order arrives.')).toBeVisible();
  await payButton(page).click();
  await expectOrderPlaced(page);
});

test('a piece that was sold meanwhile is named, with the way back to the cart', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await insertAddresses(sql, id, 'Home');
  await fillCart({ context, shop, sql }, { slug: OBELISK, quantity: 2 });
  await gotoHydrated(page, '/checkout');
  await method(page, 'Cash on delivery').check();
  await sql.query(
    `update stock set received = received - available + 1, available = 1
      where product_id = (select id from products where slug = $1)`,
    [OBELISK],
  );

  await payButton(page).click();

  await expect(errorAlert(page, checkoutMessages.notEnough('Clear Quartz Obelisk', 1))).toBeVisible();
  await main(page).getByRole('link', { name: checkoutMessages.toCart }).click();
  await expect(page).toHaveURL(/\/cart$/);
});

test('the window closes when the reservation ends, and the page says so and pays anew', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  await payButton(page).click();
  await (await paymentWindow(page)).getByRole('button', { name: 'Close payment' }).click();
  await expect(payButton(page)).toBeEnabled();
  await sql.query(
    `update checkouts set expires_at = now() + interval '10 seconds', extended = true where user_id = $1`,
    [id],
  );

  await payButton(page).click();

  await expect(errorAlert(page, checkoutMessages.reservationExpired)).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('iframe')).toHaveCount(0);
  await payButton(page).click();
  await payByCard(await paymentWindow(page));
  await expectOrderPlaced(page);
});
