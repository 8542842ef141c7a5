import { fileURLToPath } from 'node:url';
import { unsavedMessages } from '@shop/contracts/admin/unsaved-messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { productFormMessages as texts } from '@shop/contracts/catalog/product-form-messages';
import { expectHtml } from '../../pages/admin.ts';
import { addProduct, aName, field, main, test } from '../../pages/admin-product.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const IMAGES = ['amethyst-cocktail-ring-1.webp', 'amethyst-cocktail-ring-2.webp', 'aurora-solitaire-ring-1.webp'].map(
  (file) => fileURLToPath(new URL(`../../../apps/api/sample/images/${file}`, import.meta.url)),
);

test('a draft gets images, prices and a page title, is previewed, and shows them in the store once published', async ({
  page,
  context,
  shop,
  signIn,
  browser,
}) => {
  test.slow();
  await signIn('admin');
  const { id, name, slug } = await addProduct({ context, shop }, { status: 'draft' });
  await gotoHydrated(page, `/admin/products/edit/${id}`);
  const button = (label: string) => main(page).getByRole('button', { name: label, exact: true });
  const bar = main(page).getByRole('region', { name: unsavedMessages.unsaved });
  await expect(bar).toHaveCount(0);

  await main(page).getByLabel(messages.upload).setInputFiles(IMAGES);
  await expect(field(page, messages.imageUrl(4))).toHaveValue(/^\/media\/upload-/);
  await button(messages.removeImage(1)).click();
  await expect(main(page).getByText(texts.altMissing(3))).toBeVisible();
  const last = await field(page, messages.imageUrl(3)).inputValue();
  await button(messages.moveUp(3)).focus();
  await page.keyboard.press('Enter');
  await expect(button(messages.moveUp(2))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, messages.imageUrl(1))).toHaveValue(last);
  await expect(main(page).getByText(texts.addAlt, { exact: true })).toHaveCount(3);
  for (const place of [1, 2, 3]) await field(page, messages.imageAlt(place)).fill(`The ring, view ${place}`);
  await expect(main(page).getByText(texts.addAlt, { exact: true })).toHaveCount(0);
  await expect(main(page).getByText(texts.noFindings)).toBeVisible();

  await field(page, messages.price).fill('130');
  await field(page, messages.salePrice).fill('104');
  await expect(main(page).getByRole('region', { name: texts.pricing })).toContainText('$104.00');
  await field(page, messages.seoTitle).fill('Silver moon ring');
  await expect(bar).toContainText('2 prices · images · page title');

  await main(page).getByRole('link', { name: messages.title, exact: true }).click();
  const question = page.getByRole('alertdialog', { name: unsavedMessages.leave });
  await question.getByRole('button', { name: unsavedMessages.keepEditing }).click();
  await expect(field(page, messages.price)).toHaveValue('130');
  await page.keyboard.press('Control+s');
  await expectStatusMessage(page, messages.saved);
  await expect(bar).toHaveCount(0);

  const shopper = await browser.newContext({ baseURL: shop.url });
  const visit = await shopper.newPage();
  await visit.goto(`/product/${slug}`);
  await expect(visit).toHaveURL(/\/products$/);
  await visit.goto(`/admin/products/${id}/preview`);
  await expect(visit).toHaveURL(/\/login/);

  const opened = context.waitForEvent('page');
  await main(page).getByRole('link', { name: texts.preview, exact: true }).click();
  const preview = await opened;
  await expect(preview.getByText(texts.previewDraft)).toBeVisible();
  await expect(preview.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(preview.getByRole('img', { name: 'The ring, view 1' }).first()).toBeAttached();
  await expect(preview.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(preview);

  await field(page, messages.status).selectOption('published');
  await expect(bar).toContainText('status');
  await button(messages.update).click();
  await expect(bar).toHaveCount(0);
  await expectHtml(visit, `/product/${slug}`).toContain('<title>Silver moon ring |');
  await shopper.close();
});

test('the product form discards changes, and marks the selected text of the description', async ({
  page,
  context,
  shop,
  signIn,
}) => {
  await signIn('admin');
  const { id } = await addProduct({ context, shop }, { description: 'moonlight' });
  await gotoHydrated(page, `/admin/products/edit/${id}`);

  await field(page, 'Description').selectText();
  await main(page).getByRole('button', { name: texts.marks.bold, exact: true }).click();
  await expect(field(page, 'Description')).toHaveValue('**moonlight**');
  await main(page).getByRole('button', { name: unsavedMessages.discard, exact: true }).click();

  await expect(field(page, 'Description')).toHaveValue('moonlight');
  await expect(main(page).getByRole('region', { name: unsavedMessages.unsaved })).toHaveCount(0);
});

test('the product form with a long name and a rejected field fits three widths', async ({
  page,
  context,
  shop,
  signIn,
}) => {
  await signIn('admin');
  const { id } = await addProduct({ context, shop }, { name: 'Averyverylongname'.repeat(11) });
  await gotoHydrated(page, `/admin/products/edit/${id}`);
  await field(page, messages.seoTitle).fill('x'.repeat(71));
  await main(page).getByRole('button', { name: messages.update }).click();

  await expect(field(page, messages.seoTitle)).toBeFocused();
  await expect(main(page).getByRole('alert')).toHaveText(messages.textTooLong(messages.seoTitle, 70));
  await expectAccessible(page);
});

test.describe('before the scripts have started', () => {
  test.beforeEach(({ page }) => page.route('**/*.js', (route) => route.abort()));

  test('a product is added with reordered images and sizes, after its errors are corrected', async ({
    page,
    signIn,
    sql,
  }) => {
    await signIn('admin');
    const name = aName();
    const press = (label: string) => main(page).getByRole('button', { name: label, exact: true }).click();
    await page.goto('/admin/products/new');
    await field(page, messages.name).fill(name);
    await field(page, 'Description').fill('A ring.');
    await field(page, messages.imageUrl(1)).fill('https://images.example.com/a.jpg');
    await press(messages.addImage);
    await expect(field(page, messages.name)).toHaveValue(name);
    await field(page, messages.imageUrl(2)).fill('https://images.example.com/b.jpg');
    await press(messages.moveUp(2));
    await expect(field(page, messages.imageUrl(1))).toHaveValue('https://images.example.com/b.jpg');
    await press(messages.addOption);
    await field(page, messages.optionName(1)).fill('Size');
    await field(page, messages.optionValues(1)).fill('S, M');

    await press(messages.add);
    await expect(main(page).getByText(texts.variantsUpdated)).toBeVisible();
    await field(page, messages.cell(messages.quantity, 'M')).fill('3');
    await press(messages.add);
    await expect(main(page).getByRole('alert').filter({ hasText: messages.priceTooLow })).toBeVisible();
    await field(page, messages.price).fill('12.50');
    await field(page, messages.category).selectOption('Jewelry');
    await field(page, messages.brand).selectOption('Nocturne');
    await press(messages.add);

    await expectStatusMessage(page, messages.added);
    const { rows } = await sql.query(
      `select p.price_cents, v.option_values->>'Size' as size, s.available,
              (select right(url, 5) from product_images where product_id = p.id order by position limit 1) as image
         from products p join variants v on v.product_id = p.id join stock s on s.variant_id = v.id
        where p.name = $1 order by v.position`,
      [name],
    );
    expect(rows).toEqual([
      { price_cents: '1250', size: 'S', available: '0', image: 'b.jpg' },
      { price_cents: '1250', size: 'M', available: '3', image: 'b.jpg' },
    ]);

    await field(page, messages.seoTitle).fill('Plain ring');
    await press(messages.update);
    await expectStatusMessage(page, messages.saved);
    await expect(field(page, messages.seoTitle)).toHaveValue('Plain ring');
  });
});
