import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { adminMessages } from '@shop/contracts/admin/messages';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { IMPORT_TRIED_MAX } from '@shop/contracts/catalog/import-schema';
import { confirmation, heading } from '../../pages/admin.ts';
import { main, row, test } from '../../pages/admin-product.ts';
import { expectNoAxeViolations } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const HEADING = 'Slug,Name,Description,Price,Category,Brand,Images,Quantity';
const aSlug = () => `csv-ring-${randomBytes(4).toString('hex')}`;
/** Not low in stock: other tests list what is. */
const line = (slug: string, price = '120.00', category = 'Jewelry') =>
  `${slug},Comet Ring ${slug},A ring like a comet.,${price},${category},Nocturne,/media/none/960.webp,30`;

const choose = (page: Page, lines: string[]) =>
  main(page)
    .getByLabel(messages.file, { exact: true })
    .setInputFiles({ name: 'rings.csv', mimeType: 'text/csv', buffer: Buffer.from([HEADING, ...lines].join('\n')) });
const press = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).click();
const confirmIn = (page: Page, title: string, name: string) =>
  confirmation(page, title).getByRole('button', { name, exact: true }).click();
const expectText = (page: Page, expected: string) =>
  expect(main(page).getByText(expected, { exact: true })).toBeVisible({ timeout: 60_000 });

test('a file of 1,000 products with two invalid rows imports 998, and the import is undone', async ({
  page,
  sql,
  signIn,
}) => {
  test.setTimeout(240_000);
  const slug = aSlug();
  const lines = Array.from({ length: 1_000 }, (_, place) => line(`${slug}-${place + 1}`));
  lines[17] = line(`${slug}-18`, '0');
  lines[500] = line(`${slug}-501`, '120.00', 'Nowhere');
  const onSale = async () =>
    (
      await sql.query(`select count(*)::int from products where starts_with(slug, $1) and status = 'published'`, [
        `${slug}-`,
      ])
    ).rows[0].count;
  await signIn('admin');
  await gotoHydrated(page, '/admin/products');
  await main(page).getByRole('link', { name: messages.import, exact: true }).click();
  await expect(heading(page, messages.title)).toBeVisible();
  await expectNoAxeViolations(page);

  await choose(page, lines);
  await press(page, messages.upload);

  await expectText(page, messages.willAdd(998));
  await expectText(page, messages.willSkip(2));
  await expect(row(page, `${slug}-18`).getByRole('cell', { name: '19', exact: true })).toBeVisible();
  await expect(row(page, `${slug}-18`)).toContainText(adminProductMessages.priceTooLow);
  await expect(row(page, `${slug}-501`)).toContainText(messages.unknownCategory('Nowhere'));
  expect(await onSale()).toBe(0);
  await expectNoAxeViolations(page);

  await press(page, messages.importNow(998));
  const question = confirmation(page, messages.confirmImport('rings.csv'));
  await expect(question).toContainText('998 products are created.');
  await expect(question).toContainText(messages.counted(IMPORT_TRIED_MAX));
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: messages.importNow(998) }).click();

  await expectText(page, messages.imported(998));
  await expectText(page, messages.wereSkipped(2));
  await expectNoAxeViolations(page);
  expect(await onSale()).toBe(998);
  await page.goto(`/product/${slug}-1000`);
  await expect(page.getByRole('heading', { level: 1, name: `Comet Ring ${slug}-1000` })).toBeVisible();
  await page.goBack();

  await press(page, messages.undo);
  await expect(confirmation(page, messages.confirmUndo)).toContainText('998 products are deleted.');
  await confirmIn(page, messages.confirmUndo, messages.confirm);

  await expectText(page, messages.undone(998));
  await expectNoAxeViolations(page);
  expect(await onSale()).toBe(0);
});

test('a file with an unknown column is rejected at its field', async ({ page, signIn }) => {
  await signIn('admin');
  await gotoHydrated(page, '/admin/products/import');
  const file = main(page).getByLabel(messages.file, { exact: true });

  await file.setInputFiles({ name: 'rings.csv', mimeType: 'text/csv', buffer: Buffer.from('Slug,Prise\nx,1') });
  await press(page, messages.upload);

  await expect(main(page).getByRole('alert')).toHaveText(messages.unknownColumn('Prise'));
  await expect(file).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeViolations(page);
});

test('the filtered product list is exported as a CSV file', async ({ page, signIn }) => {
  await signIn('admin');
  await gotoHydrated(page, '/admin/products?brand=Nocturne');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('link', { name: adminMessages.exportCsv }).click(),
  ]);

  expect(download.suggestedFilename()).toBe('products.csv');
  const text = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(text.split('\r\n')[0]).toBe(Object.values(messages.columns).join(','));
  expect(text).toContain('Nocturne');
});

test('a role that cannot write products is not offered an import', async ({ page, signIn }) => {
  await signIn('read-only');
  await page.goto('/admin/products');

  await expect(main(page).getByRole('link', { name: adminMessages.exportCsv })).toBeVisible();
  await expect(main(page).getByRole('link', { name: messages.import, exact: true })).toHaveCount(0);
});

for (const width of [375, 768, 1280])
  test(`RTE-019 the product import has no axe violations at ${width} px`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn('admin');
    await gotoHydrated(page, '/admin/products/import');
    await choose(page, [line(aSlug(), '0'), line(aSlug())]);
    await expectNoAxeViolations(page);

    await press(page, messages.upload);
    await expectText(page, messages.willAdd(1));

    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await press(page, messages.importNow(1));
    await confirmIn(page, messages.confirmImport('rings.csv'), messages.importNow(1));
    await expectText(page, messages.imported(1));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
