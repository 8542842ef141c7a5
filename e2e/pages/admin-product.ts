/** Shared by the tests of the admin product pages: a product created for the test, and locators. */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { AdminProduct, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { test as base } from '../support/fixtures.ts';
import { requestShop } from '../support/shared-shop.ts';

/** Another store, because other tests count the products for sale. The first test waits until it is started. */
export const test = base.extend({
  shop: [
    async ({ browserName: _ }, use) => use(await requestShop(process.env.PRODUCT_SHOP_URL)),
    { scope: 'test', timeout: 180_000 },
  ],
});

export const main = (page: Page) => page.getByRole('main');
export const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true });
export const row = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name });

export const aName = (name = 'Moon Ring') => `${name} ${randomBytes(4).toString('hex')}`;

/** Adds a product for this test, as the user the browser is logged in as. */
export async function addProduct(
  { context, shop }: { context: BrowserContext; shop: { url: string } },
  more: Partial<ProductInput> = {},
) {
  const draft: ProductInput = {
    name: aName(),
    description: 'A ring like the moon.',
    price: 120,
    salePrice: 99,
    category: 'Jewelry',
    brand: 'Nocturne',
    quantity: 7,
    images: ['/media/none/960.webp'],
    ...more,
  };
  const response = await context.request.post(`${shop.url}/api/products`, {
    headers: { origin: shop.url },
    data: draft,
  });
  return AdminProduct.parse(await response.json());
}
