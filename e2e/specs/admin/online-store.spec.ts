import { announcementMessages } from '@shop/contracts/content/home-messages';
import { homeMessages } from '@shop/contracts/home/messages';
import { expectAdminStatusMessage, expectHtml, heading } from '../../pages/admin.ts';
import { addProduct, main, test } from '../../pages/admin-product.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

test.describe('the online store', () => {
  // One after the other: they save the same list, and each starts with the default one.
  test.describe.configure({ mode: 'default' });
  test.afterEach(async ({ sql }) => {
    await sql.query(`
      update announcements set enabled = false;
      delete from home_blocks where added_kind <> '' or heading = 'Made by hand';
      update home_blocks set enabled = true;
      update content_sections set version = 1 where section = 'blocks'`);
  });

  test('shows an announcement, a moved block and a new block as a content editor sets them', async ({
    page,
    signIn,
  }) => {
    await signIn('content');
    await gotoHydrated(page, '/admin/online-store');
    await expect(heading(page, 'Online Store')).toBeVisible();

    await page.getByRole('button', { name: 'Move Shop by category up' }).click();
    await expectAdminStatusMessage(page, 'Online store saved.');
    const blocks = page.getByRole('region', { name: 'Home page' }).getByRole('listitem');
    await expect(blocks.nth(1)).toContainText('Shop by category');
    await expect(blocks.nth(2)).toContainText('Promises');

    await page.getByRole('link', { name: 'Edit announcement' }).click();
    await page.getByLabel('Show the announcement bar').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Text is required')).toBeVisible();
    await page.getByLabel(/^Text/).fill('Free engraving in May');
    await page.getByLabel(/^Link/).fill('javascript:alert(1)');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a path that starts with /, or a URL that starts with https://')).toBeVisible();
    await page.getByLabel(/^Link/).fill('/faq');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAdminStatusMessage(page, 'Online store saved.');

    await page.getByRole('link', { name: 'Add block' }).click();
    await page.getByLabel(/^Heading/).fill('Made by hand');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAdminStatusMessage(page, 'Online store saved.');

    const bar = page.getByRole('region', { name: announcementMessages.label });
    await expectHtml(page, '/').toContain('Made by hand');
    await gotoHydrated(page, '/');
    await expect(bar.getByRole('link', { name: 'Free engraving in May' })).toHaveAttribute('href', '/faq');
    await expect(main(page).getByRole('heading', { level: 2, name: 'Made by hand' })).toBeVisible();
    const [categories, promises] = await Promise.all(
      ['Shop by category', 'Our promises'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
    );
    expect(categories?.y).toBeLessThan(promises?.y ?? 0);
    await expectAccessible(page);

    await bar.getByRole('button', { name: announcementMessages.dismiss }).click();
    await expect(bar).toHaveCount(0);
    await page.goto('/faq');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(bar).toBeHidden();
  });

  test('shows own promises, and no best sellers after they were hidden', async ({ page, signIn }) => {
    await signIn('content');
    await gotoHydrated(page, '/admin/online-store');
    await page.getByRole('link', { name: 'Edit Promises' }).click();
    await page.getByLabel(/^Text/).fill('Cut by hand: In our own workshop.\nEngraving');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectAdminStatusMessage(page, 'Online store saved.');
    await page.getByRole('button', { name: 'Hide Best sellers' }).click();
    await expect(page.getByRole('button', { name: 'Show Best sellers' })).toBeVisible();

    const promises = page.getByRole('region', { name: homeMessages.promises }).getByRole('listitem');
    await expectHtml(page, '/').not.toContain(homeMessages.bestSellers);
    await gotoHydrated(page, '/');
    await expect(promises).toHaveText(['Cut by handIn our own workshop.', 'Engraving']);
    await expect(page.getByRole('region', { name: homeMessages.bestSellers })).toHaveCount(0);
  });
});

test('a product gets a pairing by its name, which the product page shows', async ({ page, context, shop, signIn }) => {
  await signIn('manager');
  const { id, slug } = await addProduct({ context, shop });
  await gotoHydrated(page, `/admin/products/edit/${id}`);
  const pairings = page.getByRole('region', { name: 'Pairs well with' });

  await pairings.getByLabel('Find a product to add').fill('chandelier');
  await pairings.getByRole('button', { name: 'Add Cascade Crystal Chandelier' }).click();
  await page.getByRole('button', { name: 'Update Product' }).click();
  await expectAdminStatusMessage(page, 'Product saved.');

  await expectHtml(page, `/product/${slug}`).toContain('Cascade Crystal Chandelier');
  await page.goto(`/product/${slug}`);
  await expect(
    page.getByRole('region', { name: 'Pairs well with' }).getByRole('heading', { name: 'Cascade Crystal Chandelier' }),
  ).toBeVisible();
});
