import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { confirmation, expectAdminStatusMessage, heading } from '../../pages/admin.ts';
import { addProduct, aName, main, row, test } from '../../pages/admin-product.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const texts = taxonomyMessages.category;

// One after the other: a new category is the last one of the list.
test.describe.configure({ mode: 'default' });

test('a category is added, renamed and merged, and its old links lead to the current one', async ({
  page,
  context,
  shop,
  signIn,
}) => {
  const [before, after] = [aName('Lamps'), aName('Lights')];
  await signIn('manager');
  await gotoHydrated(page, '/admin/categories');
  await expect(heading(page, 'Categories')).toBeVisible();
  await main(page).getByRole('link', { name: texts.add }).click();
  await main(page).getByRole('button', { name: texts.create }).click();
  await expect(page.getByText('Name is required')).toBeVisible();

  await main(page).getByLabel(/^Name/).fill(before);
  await main(page)
    .getByLabel(/^Meta description/)
    .fill('Lamps of cut crystal.');
  await main(page).getByRole('button', { name: texts.create }).click();
  await expectAdminStatusMessage(page, texts.created);
  await expectAccessible(page);
  const { slug } = await addProduct({ context, shop }, { category: before });

  await main(page).getByLabel(/^Name/).fill(after);
  await main(page).getByRole('button', { name: texts.save }).click();
  await expectAdminStatusMessage(page, texts.saved);

  const visit = await context.newPage();
  await visit.goto(`/products?category=${encodeURIComponent(before)}`);
  await expect(visit).toHaveURL((url) => url.searchParams.get('category') === after);
  await expect(visit.getByRole('heading', { level: 1, name: after })).toBeVisible();
  await expect(visit.locator('meta[name="description"]')).toHaveAttribute('content', 'Lamps of cut crystal.');
  await expect(visit.locator(`a[href="/product/${slug}"]`).first()).toBeVisible();

  await main(page).getByText(texts.mergeTitle).click();
  await expect(main(page).getByText(/^1 product will move/)).toBeVisible();
  await main(page).getByLabel(texts.into).selectOption('Jewelry');
  await main(page).getByRole('button', { name: texts.merge }).click();
  const question = confirmation(page, texts.confirmMerge(after, 'Jewelry'));
  await expect(question).toContainText('1 product is moved to Jewelry, 1 category is deleted, 1 redirect is created.');
  await question.getByRole('button', { name: texts.merge }).click();
  await expectAdminStatusMessage(page, texts.merged);
  await expect(row(page, after)).toHaveCount(0);

  // The page cache serves nothing older than two seconds.
  const oldLink = `/products?category=${encodeURIComponent(before)}`;
  await expect.poll(async () => (await page.request.get(oldLink)).url()).toMatch(/\/products\?category=Jewelry$/);
});

test('a new brand can be chosen in the product form', async ({ page, signIn }) => {
  const name = aName('House');
  await signIn('manager');
  await gotoHydrated(page, '/admin/brands/new');
  await main(page).getByLabel(/^Name/).fill(name);
  await main(page).getByRole('button', { name: taxonomyMessages.brand.create }).click();
  await expectAdminStatusMessage(page, taxonomyMessages.brand.created);

  await gotoHydrated(page, '/admin/products/new');
  await main(page).getByLabel('Brand', { exact: true }).selectOption(name);
  await expect(main(page).getByLabel('Brand', { exact: true })).toHaveValue(name);
});
