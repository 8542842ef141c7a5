import type { Page } from '@playwright/test';
import { demandMessages as texts } from '@shop/contracts/analytics/demand-messages';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { expectAdminStatusMessage, heading } from '../../pages/admin.ts';
import { RING } from '../../pages/product.ts';
import { gotoHydrated, main } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const row = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name });
/** Counts are written every two seconds. */
const expectRow = (page: Page, path: string, name: string, text: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(row(page, name)).toContainText(text, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });

test('a search with no results is shown with its remedies, marked as done, and shows what it brought', async ({
  page,
  signIn,
}) => {
  const query = `zzyzx ${crypto.randomUUID().slice(0, 8).replaceAll(/\d/g, 'q')}`;
  await gotoHydrated(page, `/search?q=${encodeURIComponent(query)}`);
  await signIn('admin');
  await expectRow(page, '/admin/demand', query, '1');
  await gotoHydrated(page, '/admin/demand');
  const synonym = row(page, query).getByRole('link', { name: texts.remedyOf(texts.remedies.synonym, query) });
  await expect(synonym).toHaveAttribute('href', `/admin/synonyms?${new URLSearchParams({ words: query })}`);

  await row(page, query)
    .getByRole('button', { name: texts.markDone(texts.done.synonym, query) })
    .click();
  await expectAdminStatusMessage(page, texts.markedDone);
  await expect(row(page, query)).toHaveCount(0);

  await main(page).getByRole('link', { name: texts.kinds.done, exact: true }).click();
  await expect(row(page, query)).toContainText(texts.brought.searches(0, 0));
  await row(page, query)
    .getByRole('button', { name: texts.reopenOf(query) })
    .click();
  await expectAdminStatusMessage(page, texts.reopened);
  await page.goto('/admin/demand');
  await expect(row(page, query)).toBeVisible();
});

test('a product opened from search results counts as a click, also in a new tab', async ({ page, context, sql }) => {
  const clicksOf = async (query: string) => {
    const { rows } = await sql.query<{ clicks: number }>(
      'select coalesce(sum(clicks), 0)::int as clicks from search_demand where query = $1',
      [query],
    );
    return rows[0]?.clicks;
  };
  await gotoHydrated(page, '/search?q=solitaire');
  await main(page)
    .getByRole('link', { name: /Aurora Solitaire Ring/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/product\/aurora-solitaire-ring/);
  await expect.poll(() => clicksOf('solitaire'), { timeout: 30_000 }).toBe(1);

  await gotoHydrated(page, '/search?q=aurora');
  const opened = context.waitForEvent('page');
  await main(page)
    .getByRole('link', { name: /Aurora Solitaire Ring/ })
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await (await opened).waitForLoadState();
  await expect.poll(() => clicksOf('aurora'), { timeout: 30_000 }).toBe(1);
});

test('a sold-out size that a shopper chose is shown with a link to its stock', async ({ page, signIn }) => {
  await gotoHydrated(page, `${RING}?Ring+size=US+9`);
  await signIn('admin');
  await expectRow(page, '/admin/demand?kind=sizes', 'Aurora Solitaire Ring', 'US 9');

  await row(page, 'US 9')
    .getByRole('link', { name: texts.remedyOf(texts.remedies.restock, 'Aurora Solitaire Ring') })
    .click();

  await expect(main(page).getByRole('region', { name: adminProductMessages.stockTitle })).toBeInViewport();
});

test('Add product opens the form with the search term as the name', async ({ page, signIn, sql }) => {
  await sql.query(
    `insert into search_demand (day, query, searches, zero_results)
     values ((now() at time zone store_time_zone())::date, 'toe ring', 4, 4) on conflict do nothing`,
  );
  await signIn('admin');
  await page.goto('/admin/demand');

  await row(page, 'toe ring')
    .getByRole('link', { name: texts.remedyOf(texts.remedies.product, 'toe ring') })
    .click();

  await expect(heading(page, adminProductMessages.addNew)).toBeVisible();
  await expect(main(page).getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Toe ring');
});
