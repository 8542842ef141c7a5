import type { Page } from '@playwright/test';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { searchPageMessages as texts } from '@shop/contracts/catalog/list-messages';
import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { synonymMessages } from '@shop/contracts/catalog/synonym-messages';
import { expectAdminStatusMessage } from '../../pages/admin.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const first = (page: Page) => cards(page).first().getByRole('heading');

test('a corrected spelling is said, with a way back to the typed word', async ({ page }) => {
  await page.goto('/search?q=neclace');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Showing results for necklace');
  await expect(first(page)).toHaveText(/Necklace$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: texts.searchTyped('neclace') }).click();
  await expect(page).toHaveURL(/\/search\?q=neclace&exact=1$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No products found');
});

test('products out of stock are last, under their own heading', async ({ page }) => {
  await page.goto('/search?q=earrings');

  await expect(first(page)).toHaveText('Teardrop Chandelier Earrings');
  await expect(page.getByRole('heading', { name: texts.outOfStock })).toBeVisible();
  await expect(cards(page).last().getByRole('heading')).toHaveText('Cluster Stud Earrings');
});

test('a price in the query has matching products first, and others under a heading', async ({ page }) => {
  await page.goto('/search?q=necklace+under+150');

  await expect(first(page)).toHaveText('Halo Pendant Necklace');
  await expect(page.getByRole('heading', { name: texts.otherResults })).toBeVisible();
  await page.getByRole('link', { name: texts.only('up to $150.00') }).click();
  await expect(page).toHaveURL(/maxPrice=150$/);
});

test('a search with no results offers searches, categories with pictures, best sellers and contact', async ({
  page,
}) => {
  await page.goto('/search?q=surfboard');

  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Jewelry' }).getByRole('presentation')).toBeVisible();
  await expect(main.getByRole('heading', { name: texts.bestSellers })).toBeVisible();
  await expect(main.getByRole('link', { name: texts.contact })).toHaveAttribute('href', '/contact');
  await main.getByRole('navigation', { name: texts.trySearches }).getByRole('link').first().click();
  await expect(cards(page).first()).toBeVisible();
});

test('an owner adds synonyms, which the next search uses, deletes them and undoes it', { tag: '@journey' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin');
  await page.goto('/admin/synonyms?words=sunglasses');
  const words = page.getByRole('textbox', { name: synonymMessages.words });
  await expect(words).toHaveValue('sunglasses');

  await words.fill('sunglasses, mirror');
  await page.getByRole('button', { name: synonymMessages.add }).click();
  await expect(page.getByText('sunglasses, mirror')).toBeVisible();

  await page.goto('/search?q=sunglasses');
  await expect(first(page)).toHaveText('Boudoir Hand Mirror');

  await gotoHydrated(page, '/admin/synonyms');
  await page.getByRole('button', { name: synonymMessages.deleteNamed('sunglasses, mirror') }).click();
  await expect(page.getByText('sunglasses, mirror')).toBeHidden();
  await expect(page.getByText(synonymMessages.deleted)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: undoMessages.undo }).click();
  await expectAdminStatusMessage(page, undoMessages.done);
  await page.getByRole('button', { name: synonymMessages.deleteNamed('sunglasses, mirror') }).click();
  await expect(page.getByText(synonymMessages.deleted)).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('deleted synonyms are restored by Undo', async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto('/admin/synonyms?words=parasol,umbrella');
    await page.getByRole('button', { name: synonymMessages.add }).click();
    await page.getByRole('button', { name: synonymMessages.deleteNamed('parasol, umbrella') }).click();
    await expect(page.getByText(synonymMessages.deleted)).toBeVisible();

    await page.getByRole('button', { name: undoMessages.undo }).click();

    await expect(page.getByText(undoMessages.done)).toBeVisible();
    await expect(page.getByText('parasol, umbrella')).toBeVisible();
  });
});

test('the suggestions end with a link to all results', async ({ page }) => {
  await gotoHydrated(page, '/');
  await page.getByRole('combobox', { name: 'Search products' }).fill('purse');

  await expect(page.getByRole('option', { name: /Pavé Minaudière Clutch/ })).toBeVisible();
  await page.getByRole('link', { name: searchMessages.seeAll('purse') }).click();
  await expect(page).toHaveURL(/\/search\?q=purse$/);
});
