import { checkoutMessages } from '@shop/contracts/checkout/messages';
import pg from 'pg';
import { fillCart } from '../../pages/cart.ts';
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
} from '../../pages/checkout.ts';
import { gotoHydrated, insertAddresses, register } from '../../support/account.ts';
import { test as base, expect } from '../../support/fixtures.ts';
import { startSecondInstance } from '../../support/second-instance.ts';
import { NO_RATE_LIMIT } from '../../support/shop.ts';

/** A product of which no other test needs more than one unit. */
const OBELISK = 'quartz-obelisk';

/** Port 1 is never assigned, so the connection is refused. */
const UNREACHABLE_URL = 'http://127.0.0.1:1';

/** A second instance without a reachable provider, so that the failures do not affect other tests. */
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

/** Locks rows of a user in another transaction until the returned function is called. */
async function lockRows(databaseUrl: string, rows: string, userId: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(rows, [userId]);
  return () => client.end();
}

test('ERR-001 shows an error and reserves nothing when the provider’s script fails to load', async ({
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

test('ERR-002 shows an error when the payment signature was tampered with', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  await page.route('**/api/payment/verify', (route) =>
    route.continue({ postData: { ...route.request().postDataJSON(), razorpay_signature: '0'.repeat(64) } }),
  );
  await payButton(page).click();
  await payByCard(await paymentWindow(page));

  await expect(errorAlert(page, 'Payment verification failed. Please contact support.')).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  // The webhook still confirms the payment, so the order is placed.
  await expect
    .poll(async () => (await sql.query('select 1 from orders where user_id = $1', [id])).rowCount, { timeout: 30_000 })
    .toBe(1);
});

test('ERR-003 shows an error when the payment provider is unreachable', async ({
  page,
  context,
  withoutProvider: instance,
  sql,
}) => {
  const { id } = await register(context, instance);
  await insertAddresses(sql, id, 'Home');
  await fillCart({ context, shop: instance, sql }, CUFFLINKS);
  await gotoHydrated(page, `${instance.url}/checkout`);

  await payButton(page).click();

  await expect(errorAlert(page, 'Could not create Razorpay order')).toBeVisible({ timeout: 30_000 });
  await expect(payButton(page)).toBeEnabled();
});

test('ERR-004 shows an error when the order cannot be created, and a retry creates it once', async ({
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

test('ERR-005 shows an error when the network fails, and a retry does not place the order twice', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  await method(page, 'Cash on delivery').check();
  // The request reaches the API, but the response is lost.
  await page.route('**/checkout.data', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await payButton(page).click();

  await expect(errorAlert(page, 'An error occurred during checkout. Please try again.')).toBeVisible();
  await page.unroute('**/checkout.data');
  await payButton(page).click();
  await expectOrderPlaced(page);
  expect((await sql.query('select 1 from orders where user_id = $1', [id])).rowCount).toBe(1);
});

test('shows a failed payment once the window is closed, and a retry succeeds', async ({
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

  const failed = errorAlert(page, checkoutMessages.paymentFailed);
  await expect(failed).toBeInViewport();
  await expect(failed).toHaveText(/Your items are still reserved for 1[0-4] minutes\.$/);
  await expect(failed.locator('..')).toBeFocused();
  await payButton(page).click();
  await payByCard(await paymentWindow(page));
  await expectOrderPlaced(page);
});

test('waits for a payment whose verification request failed, also after a reload', async ({
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
  // The locked checkout also blocks confirmation by the webhook.
  const release = await lockRows(shop.databaseUrl, 'select 1 from checkouts where user_id = $1 for update', id);
  await payByCard(window);

  const waiting = page.getByRole('heading', { name: checkoutMessages.confirmingHeading });
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await release();
  await expectOrderPlaced(page);
});

test('shows a total that changed in the meantime before placing the order', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await atCheckout({ page, context, shop, sql, signIn });
  await method(page, 'Cash on delivery').check();
  // Another tab adds one more unit.
  await fillCart({ context, shop, sql }, CUFFLINKS);

  await payButton(page).click();

  await expect(errorAlert(page, checkoutMessages.priceChanged)).toBeVisible();
  await expect(main(page).getByText('You’ll pay $174.15 in cash when your order arrives.')).toBeVisible();
  await payButton(page).click();
  await expectOrderPlaced(page);
});

test('names an item with too few units available and links to the cart', async ({
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

test('closes the window when the reservation expires, says so, and a new payment succeeds', async ({
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
