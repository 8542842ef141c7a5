import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { Pool } from 'pg';
import { fillCart } from '../../pages/cart.ts';
import {
  CUFFLINKS,
  expectOrderPlaced,
  main,
  method,
  payButton,
  payByCard,
  paymentWindow,
} from '../../pages/checkout.ts';
import { gotoHydrated, insertAddresses } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

/** A product no other test uses. */
const BOOKENDS = { slug: 'amethyst-geode-bookends' };

const setAvailableUnits = (sql: Pool, units: number) =>
  sql.query(
    `update stock set received = received - available + $2, available = $2
      where product_id = (select id from products where slug = $1)`,
    [BOOKENDS.slug, units],
  );

async function expireCheckout(sql: Pool, userId: string) {
  await sql.query('update checkouts set expires_at = now() where user_id = $1', [userId]);
  await sql.query("select from graphile_worker.add_job('expire_checkouts')");
  const status = async () =>
    (await sql.query('select status from checkouts where user_id = $1', [userId])).rows[0]?.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('expired');
}

test('CHK-033 CHK-034 a payment after the last unit was sold is refunded, and the page says so', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await setAvailableUnits(sql, 1);
  const { id } = await signIn();
  await insertAddresses(sql, id, 'Home');
  await fillCart({ context, shop, sql }, BOOKENDS);
  await gotoHydrated(page, '/checkout');
  await page.route('**/api/payment/verify', (route) => route.abort());
  await payButton(page).click();
  const window = await paymentWindow(page);

  // The reservation expires while the window is open, and another customer buys the released unit.
  await expireCheckout(sql, id);
  await setAvailableUnits(sql, 0);
  await payByCard(window);

  await expect(page.getByRole('heading', { name: checkoutMessages.refundedHeading })).toBeVisible({ timeout: 30_000 });
  await expect(main(page).getByRole('status')).toHaveText(checkoutMessages.refunded);
  const { rows } = await sql.query(
    `select p.status, r.amount_minor = p.amount_minor as whole
       from checkouts c join payments p on p.checkout_id = c.id join refunds r on r.payment_id = p.id
      where c.user_id = $1`,
    [id],
  );
  expect(rows).toEqual([{ status: 'refunded', whole: true }]);
});

test('a payment after the cart was ordered by cash on delivery is refunded, and the page says so', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await insertAddresses(sql, id, 'Home');
  await fillCart({ context, shop, sql }, CUFFLINKS);
  await gotoHydrated(page, '/checkout');
  await payButton(page).click();
  const window = await paymentWindow(page);
  await expireCheckout(sql, id);
  const otherTab = await context.newPage();
  await gotoHydrated(otherTab, `${shop.url}/checkout`);
  await method(otherTab, 'Cash on delivery').check();
  await payButton(otherTab).click();
  await expectOrderPlaced(otherTab);

  await payByCard(window);

  await expect(page.getByRole('heading', { name: checkoutMessages.refundedHeading })).toBeVisible({ timeout: 30_000 });
  await expect(main(page).getByRole('status')).toHaveText(checkoutMessages.notNeeded);
  const { rows } = await sql.query('select payment_method from orders where user_id = $1', [id]);
  expect(rows).toEqual([{ payment_method: 'cod' }]);
});
