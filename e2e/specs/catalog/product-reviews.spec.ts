import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { Pool } from 'pg';
import { firstOrFail, RING, reviews } from '../../pages/product.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const WITHOUT_REVIEWS = '/product/moonlit-tiara';
const MANY = 25;

test('PDP-014 reviews show average and distribution, and each its stars, name and date', async ({ page, sql }) => {
  const { rows } = await sql.query<{ rating: number; count: number }>(
    `select rating::float8, rating_count::int as count from products where slug = 'aurora-solitaire-ring'`,
  );
  const { rating, count } = firstOrFail(rows);
  await gotoHydrated(page, RING);

  await expect(reviews(page)).toContainText(productMessages.basedOn(catalogMessages.reviewCount(count)));
  await expect(reviews(page).getByRole('img').first()).toHaveAccessibleName(uiMessages.starsOf(rating));
  await expect(reviews(page).getByRole('term')).toHaveText([5, 4, 3, 2, 1].map(reviewMessages.stars));
  await expect(reviews(page).getByRole('listitem')).toHaveCount(count);
  await expect(reviews(page).getByRole('listitem').first()).toContainText(/Rania S\..*Sep 11, 2026/);
  await expect(
    reviews(page).getByRole('listitem').filter({ hasText: 'Ella G.' }).getByRole('img'),
  ).toHaveAccessibleName(uiMessages.starsOf(3.5));
});

test('PDP-014 a product without reviews says so', async ({ page }) => {
  await gotoHydrated(page, WITHOUT_REVIEWS);

  await expect(reviews(page).getByRole('heading', { name: productMessages.noReviews })).toBeVisible();
});

test('PDP-014 more reviews are appended until all are shown', async ({ page, sql }) => {
  await withManyReviews(sql, 'crystal-mesh-belt');
  await gotoHydrated(page, '/product/crystal-mesh-belt');
  await expect(reviews(page).getByRole('listitem')).toHaveCount(10);

  await page.getByRole('link', { name: productMessages.moreReviews }).click();
  await expect(reviews(page).getByRole('listitem')).toHaveCount(20);
  await expect(reviews(page).getByRole('listitem').nth(10).locator('p').first()).toBeFocused();
  await page.getByRole('link', { name: productMessages.moreReviews }).click();

  await expect(reviews(page).getByRole('listitem')).toHaveCount(MANY);
  await expect(page.getByRole('link', { name: productMessages.moreReviews })).toHaveCount(0);
  await expect(page).toHaveURL(/\/product\/crystal-mesh-belt$/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('RTE-018 reviews are shown page by page', async ({ page, sql }) => {
    await withManyReviews(sql, 'facet-picture-frame');
    await page.goto('/product/facet-picture-frame');

    await page.getByRole('link', { name: productMessages.moreReviews }).click();
    await expect(reviews(page).getByRole('listitem')).toHaveCount(10);
    await page.getByRole('link', { name: productMessages.moreReviews }).click();
    await expect(reviews(page).getByRole('listitem')).toHaveCount(MANY - 20);

    await page.getByRole('link', { name: reviewMessages.backTo.newest }).click();
    await expect(reviews(page).getByRole('listitem').first()).toContainText('Review number 1.');
  });
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('reviews are sorted by helpful votes, page by page', async ({ page, sql }) => {
      const slug = javaScriptEnabled ? 'boudoir-hand-mirror' : 'pave-minaudiere-clutch';
      await withManyReviews(sql, slug);
      await sql.query(
        `insert into review_votes (review_id, user_id, product_id)
         select r.id, (select id from users limit 1), p.id from reviews r join products p on p.id = r.product_id
          where p.slug = $1 and r.comment = 'Review number 12.'`,
        [slug],
      );
      await page.goto(`/product/${slug}`);
      await expect(reviews(page).getByRole('listitem').first()).toContainText('Review number 1.');

      const sorts = reviews(page).getByRole('navigation', { name: reviewMessages.sort });
      await sorts.getByRole('link', { name: reviewMessages.sorts.helpful }).click();
      await expect(reviews(page).getByRole('listitem').first()).toContainText('Review number 12.');
      await expect(sorts.getByRole('link', { name: reviewMessages.sorts.helpful })).toHaveAttribute(
        'aria-current',
        'true',
      );
      await page.getByRole('link', { name: productMessages.moreReviews }).click();
      await expect(reviews(page).getByText('Review number 11.', { exact: true })).toBeVisible();

      if (!javaScriptEnabled) await page.getByRole('link', { name: reviewMessages.backTo.helpful }).click();
      await expect(reviews(page).getByRole('listitem').first()).toContainText('Review number 12.');
      await sorts.getByRole('link', { name: reviewMessages.sorts.newest }).click();
      await expect(reviews(page).getByRole('listitem').first()).toContainText('Review number 1.');
      await expect(page).toHaveURL(new RegExp(`/product/${slug}#reviews$`));
    });
  });

/** Three pages of reviews. */
async function withManyReviews(sql: Pool, slug: string) {
  await sql.query(
    `insert into reviews (product_id, user_name, rating_halves, comment, status, created_at)
     select id, 'Reviewer ' || n, 9, 'Review number ' || n || '.', 'approved', now() - n * interval '1 minute'
       from products, generate_series(1, ${MANY} - rating_count) n where slug = $1`,
    [slug],
  );
}
