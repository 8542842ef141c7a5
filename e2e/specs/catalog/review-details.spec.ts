import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { adminReviewMessages } from '@shop/contracts/reviews/admin-messages';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { Pool } from 'pg';
import { main, placeOrder } from '../../pages/checkout.ts';
import { RING, reviews } from '../../pages/product.ts';
import { expectNoAxeViolations } from '../../support/accessibility.ts';
import { type Customer, gotoHydrated, register } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const TEE = { slug: 'constellation-tee' };
const PAGE = `/product/${TEE.slug}`;
const stars = (page: Page, count: number) =>
  main(page).getByRole('radio', { name: reviewMessages.stars(count), exact: true });
const IMAGES = ['comet-mini-dress-1.webp', 'comet-mini-dress-2.webp'].map((file) =>
  fileURLToPath(new URL(`../../../apps/api/sample/images/${file}`, import.meta.url)),
);

type Visit = { context: BrowserContext; shop: { url: string }; sql: Pool };

async function placeDeliveredOrder(visit: Visit, customer: Customer, staff: BrowserContext) {
  const orderId = await placeOrder(visit, customer, TEE);
  const member = await register(staff, visit.shop);
  await visit.sql.query("update users set role = 'admin' where id = $1", [member.id]);
  const response = await staff.request.put(`${visit.shop.url}/api/orders/${orderId}/status`, {
    headers: { origin: visit.shop.url, 'idempotency-key': crypto.randomUUID() },
    data: { status: 'delivered' },
  });
  expect(response.status()).toBe(200);
}

test('reviews show verified buyer, size, fit and reply, and are filtered by photos and by size', async ({
  page,
  sql,
}) => {
  const { rows } = await sql.query<{ fits: number[]; sevens: number }>(
    `select fit_counts::int[] as fits,
            (select count(*)::int from reviews where product_id = p.id and size_bought = 'US 7') as sevens
       from products p where slug = 'aurora-solitaire-ring'`,
  );
  const [small = 0, right = 0, large = 0] = rows[0]?.fits ?? [];
  await gotoHydrated(page, RING);
  const section = reviews(page);

  await expect(section.getByRole('img', { name: reviewMessages.fitSummary(small, right, large) })).toBeVisible();
  const ella = section.getByRole('listitem').filter({ hasText: 'Ella G.' });
  await expect(ella).toContainText(`${reviewMessages.verifiedBuyer} · ${reviewMessages.bought('US 6')} · Runs small`);
  await expect(ella).toContainText('Reply from Crystalline');

  const filters = section.getByRole('navigation', { name: reviewMessages.filters });
  await filters.getByRole('link', { name: reviewMessages.bought('US 7') }).click();
  await expect(section.getByRole('listitem')).toHaveCount(rows[0]?.sevens ?? 0);
  await expect(section).not.toContainText('Ella G.');
  await filters.getByRole('link', { name: reviewMessages.withPhotos }).click();
  await expect(section.getByRole('listitem').filter({ hasText: 'Carmen L.' })).toBeVisible();
  await expect(section).not.toContainText('Rania S.');

  await section.getByRole('link', { name: reviewMessages.openPhotoBy(1, 'Carmen L.') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await filters.getByRole('link', { name: reviewMessages.allReviews }).click();
  await expect(section).toContainText('Rania S.');
  await expectNoAxeViolations(page, '#reviews');
});

test('a customer marks a review as helpful and withdraws it, and a guest is led to the login', async ({
  page,
  browser,
  shop,
  signIn,
}) => {
  await signIn();
  await gotoHydrated(page, RING);
  const mark = reviews(page).getByRole('listitem').filter({ hasText: 'Margot F.' }).getByRole('button');
  await expect(mark).toHaveAttribute('aria-pressed', 'false');

  // The button changes at once: the page is left only after the response.
  await Promise.all([page.waitForResponse(/\/review\.data/), mark.click()]);
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await expect(mark).toContainText('Helpful (1)');
  await gotoHydrated(page, RING);
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await mark.click();
  await expect(mark).toContainText(/^Helpful$/);

  const guest = await browser.newPage();
  await guest.goto(shop.url + RING);
  await reviews(guest).getByRole('listitem').filter({ hasText: 'Margot F.' }).getByText('Helpful').click();
  await expect(guest).toHaveURL(/\/login\?redirect=/);
  await guest.close();
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a review with photos and a fit vote is approved, replied to and shown', { tag: '@journey' }, async ({
      page,
      context,
      browser,
      shop,
      sql,
      signIn,
    }) => {
      const comment = `All stars are in place: ${crypto.randomUUID()}`;
      const customer = await signIn();
      const staff = await browser.newContext({ javaScriptEnabled, baseURL: shop.url });
      await placeDeliveredOrder({ context, shop, sql }, customer, staff);
      await page.goto(`${PAGE}/review`);

      await stars(page, 4.5).check({ force: true });
      await main(page).getByRole('radio', { name: reviewMessages.fits.small }).check();
      await main(page)
        .getByLabel(new RegExp(`^${reviewMessages.comment}`))
        .fill(comment);
      await main(page).getByLabel(reviewMessages.photos).setInputFiles(IMAGES);
      await main(page).getByRole('button', { name: reviewMessages.submit }).click();
      await expect(main(page).getByText(reviewMessages.sentPending)).toBeVisible();
      const { rows } = await sql.query<{ id: string }>(
        `select id, fit, photo_count, status from reviews where user_id = $1`,
        [customer.id],
      );
      expect(rows).toMatchObject([{ fit: 'small', photo_count: 2, status: 'pending' }]);

      const admin = await staff.newPage();
      await admin.goto(`/admin/reviews/${rows[0]?.id}`);
      await expect(admin.getByRole('img', { name: /^Photo \d by/ })).toHaveCount(2);
      await admin.getByLabel(adminReviewMessages.reason).fill('Please leave out the name.');
      await admin.getByRole('button', { name: adminReviewMessages.reject }).click();
      await expect(admin.getByText(adminReviewMessages.rejected)).toBeVisible();
      await page.goto(`${PAGE}/review`);
      await expect(main(page)).toContainText('Please leave out the name.');

      await admin.getByRole('button', { name: adminReviewMessages.removePhotoOf(2) }).click();
      await expect(admin.getByText(adminReviewMessages.photoRemoved)).toBeVisible();
      await admin.getByRole('button', { name: adminReviewMessages.approve }).click();
      await admin.getByRole('textbox', { name: adminReviewMessages.reply }).fill('Thank you.');
      await admin.getByRole('button', { name: adminReviewMessages.saveReply }).click();
      await expect(admin.getByText(adminReviewMessages.replySaved)).toBeVisible();

      const own = reviews(page).getByRole('listitem').filter({ hasText: comment });
      // Public pages may be a second old.
      await expect(async () => {
        await page.goto(PAGE);
        await expect(own).toContainText('Thank you.', { timeout: 1_000 });
      }).toPass({ timeout: 30_000 });
      await expect(own.getByRole('link', { name: /^Open photo/ })).toHaveCount(1);
      const source = await own.locator('img').getAttribute('src');
      expect((await page.request.get(source ?? '')).status()).toBe(200);
      await staff.close();
    });
  });
