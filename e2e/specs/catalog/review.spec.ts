import type { BrowserContext, Page } from '@playwright/test';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { Pool } from 'pg';
import { main, placeOrder } from '../../pages/checkout.ts';
import { reviews } from '../../pages/product.ts';
import { expectNoAxeViolations } from '../../support/accessibility.ts';
import { type Customer, gotoHydrated, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const MIRROR = { slug: 'boudoir-hand-mirror' };
const PRODUCT = `/product/${MIRROR.slug}`;
const stars = (page: Page, count: number) =>
  main(page).getByRole('radio', { name: reviewMessages.stars(count), exact: true });
const send = (page: Page) => main(page).getByRole('button', { name: reviewMessages.submit }).click();

type Visit = { context: BrowserContext; shop: { url: string }; sql: Pool };

/** Places an order and sets it to delivered. */
async function placeDeliveredOrder(visit: Visit, customer: Customer, adminSession: BrowserContext) {
  const orderId = await placeOrder(visit, customer, MIRROR);
  const admin = await register(adminSession, visit.shop);
  await visit.sql.query("update users set role = 'admin' where id = $1", [admin.id]);
  const response = await adminSession.request.put(`${visit.shop.url}/api/orders/${orderId}/status`, {
    headers: { origin: visit.shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { status: 'delivered' },
  });
  expect(response.status()).toBe(200);
  return orderId;
}

test('PDP-015 PDP-016 a verified buyer rates by half stars with the keyboard, and the review is pending', async ({
  page,
  context,
  browser,
  shop,
  sql,
  signIn,
}) => {
  const customer = await signIn();
  const adminSession = await browser.newContext();
  await placeDeliveredOrder({ context, shop, sql }, customer, adminSession);
  await gotoHydrated(page, PRODUCT);

  await send(page);
  await expect(main(page).getByText(reviewMessages.ratingMissing)).toBeVisible();
  await stars(page, 4).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await expect(stars(page, 4.5)).toBeChecked();
  await main(page)
    .getByLabel(new RegExp(`^${reviewMessages.comment}`))
    .fill('One small mirror, one large joy.');
  await expectNoAxeViolations(page, '#reviews');
  await send(page);

  await expect(main(page).getByText(reviewMessages.sentPending)).toBeVisible();
  const { rows } = await sql.query('select rating_halves, status from reviews where user_id = $1', [customer.id]);
  expect(rows).toEqual([{ rating_halves: 9, status: 'pending' }]);
  const guest = await browser.newPage();
  await guest.goto(shop.url + PRODUCT);
  await expect(reviews(guest)).not.toContainText('one large joy');
  await guest.close();

  await gotoHydrated(page, PRODUCT);
  await expect(main(page).getByText(reviewMessages.pending)).toBeVisible();
  await expect(stars(page, 5)).toHaveCount(0);

  await sql.query("update reviews set status = 'rejected' where user_id = $1", [customer.id]);
  await gotoHydrated(page, PRODUCT);
  await expect(main(page).getByText(reviewMessages.rejected)).toBeVisible();
  await expect(main(page).getByText(reviewMessages.pending)).toHaveCount(0);
  await expectNoAxeViolations(page, '#reviews');
  await adminSession.close();
});

test('PDP-015 a customer who has not received the product cannot review it', async ({ page, signIn }) => {
  await signIn();
  await Promise.all([page.waitForResponse('**/own-review'), page.goto(PRODUCT)]);
  await expect(stars(page, 5)).toHaveCount(0);

  await page.goto(`${PRODUCT}/review`);
  await expect(main(page).getByText(reviewMessages.onlyVerifiedBuyers)).toBeVisible();
});

test.describe('JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('PDP-015 PDP-016 a verified buyer reviews from the order page', async ({
    page,
    context,
    browser,
    shop,
    sql,
    signIn,
  }) => {
    const adminSession = await browser.newContext();
    const orderId = await placeDeliveredOrder({ context, shop, sql }, await signIn(), adminSession);
    await page.goto(`/orders/${orderId}`);
    await main(page).getByRole('link', { name: reviewMessages.write }).click();

    await stars(page, 3.5).check({ force: true });
    await send(page);
    await expect(main(page).getByText(reviewMessages.commentMissing)).toBeVisible();
    await expect(stars(page, 3.5)).toBeChecked();
    await main(page)
      .getByLabel(new RegExp(`^${reviewMessages.comment}`))
      .fill('Smaller than I thought.');
    await send(page);

    await expect(main(page).getByText(reviewMessages.sentPending)).toBeVisible();
    await adminSession.close();
  });
});
