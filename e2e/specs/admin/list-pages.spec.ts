import { randomBytes } from 'node:crypto';
import { customerMessages } from '@shop/contracts/identity/admin-messages';
import { adminReviewMessages } from '@shop/contracts/reviews/admin-messages';
import { insertReview } from '../../pages/admin.ts';
import { views } from '../../pages/admin-list.ts';
import { test as orderTest } from '../../pages/admin-order.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const unique = () => randomBytes(5).toString('hex');
const LONG = 'It sparkles in every light, and it arrived in a box as pretty as the ring itself. '.repeat(8).trim();

test('reviews have tabs by status and are sorted by their date', async ({ page, signIn, sql }) => {
  const author = `Tabbed ${unique()}`;
  const id = await insertReview(sql, author);
  await signIn('content');
  await page.goto('/admin/reviews');
  await expect(views(page).getByRole('link', { name: 'Pending' })).toHaveAttribute('aria-current', 'page');

  await views(page).getByRole('link', { name: 'All' }).click();
  await expect(page).toHaveURL(/status=all/);
  // Not the first one for certain: other tests add reviews at the same time.
  await expect(page.getByRole('row').filter({ hasText: author })).toBeVisible();
  const date = page.getByRole('columnheader', { name: adminReviewMessages.date });
  await expect(date).toHaveAttribute('aria-sort', 'descending');
  await date.getByRole('link').click();

  await expect(page).toHaveURL(/sort=date/);
  await expect(date).toHaveAttribute('aria-sort', 'ascending');
  await sql.query('delete from reviews where id = $1', [id]);
});

test('customers are sorted by name with the heading', async ({ page, signIn }) => {
  await signIn('support');
  await page.goto('/admin/customers');
  const name = page.getByRole('columnheader', { name: customerMessages.name });
  await name.getByRole('link').click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(name).toHaveAttribute('aria-sort', 'ascending');

  await name.getByRole('link').click();

  await expect(name).toHaveAttribute('aria-sort', 'descending');
  await expect(page.locator('tbody tr').first()).toBeVisible();
});

test('the search field keeps the focus after Enter, and shows the search of the URL', async ({ page, signIn }) => {
  const { email } = await signIn('admin');
  await gotoHydrated(page, '/admin/customers');
  const search = page.getByLabel(customerMessages.search, { exact: true });
  await search.fill(email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === email);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(search).toBeFocused();

  await views(page).getByRole('link', { name: 'Staff' }).click();

  await expect(page).toHaveURL(/role=staff/);
  await expect(search).toHaveValue('');
});

orderTest('the order list shows the number of its rows and their sum', async ({ page, signIn, orderOf }) => {
  const { number } = await orderOf();
  await signIn('admin');
  await page.goto(`/admin/orders?q=${number}`);

  await expect(page.getByText(/^1–1 of 1 · \$[\d,]+\.\d\d in total$/)).toBeVisible();
});

test('a long review is cut off until it is opened', async ({ page, signIn, sql }) => {
  const author = `Wordy ${unique()}`;
  const id = await insertReview(sql, author, LONG);
  await signIn('content');
  await gotoHydrated(page, '/admin/reviews');
  const row = page.getByRole('row').filter({ hasText: author });
  expect((await row.boundingBox())?.height).toBeLessThan(70);

  await row.getByText(LONG).click();

  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan(100);
  await sql.query('delete from reviews where id = $1', [id]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 800 } });

  /** Those marked have rows in every store with the sample data. */
  const LISTS = [
    { path: '/admin/reviews?status=all', isFilled: true },
    { path: '/admin/promotions', isFilled: true },
    { path: '/admin/newsletter' },
    { path: '/admin/payments' },
    { path: '/admin/pages' },
    { path: '/admin/collections' },
    { path: '/admin/categories', isFilled: true },
  ];

  test('the rows of every list are no more than 96 px high', async ({ page, signIn, sql }) => {
    const id = await insertReview(sql, `Small ${unique()}`, LONG);
    await signIn('admin');
    for (const { path, isFilled = false } of LISTS) {
      await page.goto(path);
      const list = page.locator('section', { has: page.locator('tbody') }).filter({ has: page.getByText(/^1–\d+/) });
      const rows = await list.locator('tbody tr').evaluateAll((all) => all.map((line) => line.clientHeight));

      if (isFilled) expect(rows.length, path).toBeGreaterThan(0);
      expect(Math.max(0, ...rows), path).toBeLessThanOrEqual(96);
    }
    await sql.query('delete from reviews where id = $1', [id]);
  });
});
