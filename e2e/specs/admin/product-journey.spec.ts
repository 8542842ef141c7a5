import { fileURLToPath } from 'node:url';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { NotificationPage } from '@shop/contracts/notifications/schema';
import { aName, field, main, test } from '../../pages/admin-product.ts';
import { placeOrder } from '../../pages/checkout.ts';
import { expectStatusMessage, gotoHydrated, register } from '../../support/account.ts';
import { expect } from '../../support/fixtures.ts';

const IMAGES = ['amethyst-cocktail-ring-1.webp', 'amethyst-cocktail-ring-2.webp'].map((file) =>
  fileURLToPath(new URL(`../../../apps/api/sample/images/${file}`, import.meta.url)),
);

test('APRD-018 a product with sizes and images is added, shown within 2 s, ordered and shipped, and the customer is notified', {
  tag: '@journey',
}, async ({ page, shop, sql, browser, inbox, context, signIn }) => {
  test.slow();
  await signIn('admin');
  const name = aName('Tide Ring');
  await gotoHydrated(page, '/admin/products/new');
  await field(page, 'Product name').fill(name);
  await field(page, 'Description').fill('**Waves** around a [stone](/faq).\n\n- Silver\n- Gold');
  await main(page).getByText(messages.descriptionPreview).click();
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Silver' })).toBeVisible();
  await field(page, 'Price').fill('80');
  await field(page, 'Category').selectOption('Jewelry');
  await field(page, 'Brand').selectOption('Nocturne');
  await main(page).getByRole('button', { name: 'Add option' }).click();
  await field(page, 'Option 1 name').fill('Size');
  await field(page, 'Option 1 values').fill('6, 7');
  await page.keyboard.press('Tab');
  await field(page, 'Quantity for 6').fill('0');
  await field(page, 'Quantity for 7').fill('3');
  await main(page).getByLabel('Upload images').setInputFiles(IMAGES);
  await expect(field(page, 'Image URL 2')).toHaveValue(/^\/media\/upload-/);
  await field(page, 'Alt text for image 1').fill('The ring on slate');
  await main(page).getByRole('button', { name: 'Move image 1 down' }).click();
  await expect(field(page, 'Alt text for image 2')).toHaveValue('The ring on slate');
  await main(page).getByRole('button', { name: 'Add Product' }).click();
  await expectStatusMessage(page, 'Product added.');

  const shopper = await browser.newContext({ baseURL: shop.url });
  const visit = await shopper.newPage();
  const { rows } = await sql.query<{ slug: string }>('select slug from products where name = $1', [name]);
  const slug = rows[0]?.slug ?? '';
  await visit.goto(`/product/${slug}`);
  await expect(visit.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(visit.getByRole('radio', { name: '6 (out of stock)' })).not.toBeChecked();
  await expect(visit.getByRole('radio', { name: '7', exact: true })).toBeEnabled();
  await expect(visit.locator('strong').getByText('Waves', { exact: true })).toBeVisible();
  await expect(visit.getByRole('link', { name: 'stone', exact: true })).toHaveAttribute('href', '/faq');
  await expect(visit.locator('meta[name=description]')).toHaveAttribute('content', 'Waves around a stone. Silver Gold');
  await expect(visit.getByRole('img', { name: 'The ring on slate' }).first()).toBeAttached();

  // The page cache serves nothing older than two seconds.
  await field(page, 'Price').fill('75.5');
  await main(page).getByRole('button', { name: 'Update Product' }).click();
  await expect(page.getByRole('status').getByText('Product saved.')).toBeVisible();
  await expect(async () => {
    expect(await (await visit.request.get(`/product/${slug}`)).text()).toContain('$75.50');
  }).toPass({ timeout: 2_000, intervals: [100] });

  const customer = await register(shopper, shop, 'Ada Lovelace');
  const orderId = await placeOrder({ context: shopper, shop, sql }, customer, { slug });
  const statusResponse = await context.request.put(`${shop.url}/api/orders/${orderId}/status`, {
    headers: { origin: shop.url, 'idempotency-key': orderId },
    data: { status: 'shipped' },
  });
  expect(statusResponse.status()).toBe(200);
  const notifications = NotificationPage.parse(
    await (await shopper.request.get(`${shop.url}/api/notifications`)).json(),
  );
  expect(notifications.items[0]?.message).toContain('has been shipped');
  await inbox(customer.email, 'has been shipped');
  await shopper.close();
});
