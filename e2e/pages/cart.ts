/** Shared by the tests of cart and wishlist: products of the sample data, and locators. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { cartMessages } from '@shop/contracts/cart/messages';
import { Cart } from '@shop/contracts/cart/schema';
import { headerMessages } from '@shop/contracts/layout/messages';
import type { Pool } from 'pg';
import { firstOrFail } from './product.ts';

/** Without options, and with enough stock. */
export const TRIO = { slug: 'prism-tealight-trio', name: 'Prism Tealight Trio', price: 64 };
export const FRAME = { slug: 'facet-picture-frame', name: 'Facet Picture Frame', price: 48 };
/** With a size option. */
export const TEE = { slug: 'constellation-tee' };

export const main = (page: Page) => page.getByRole('main');
export const lines = (page: Page) =>
  main(page)
    .locator('li')
    .filter({ has: page.getByRole('heading') });
export const line = (page: Page, name: string) => lines(page).filter({ has: page.getByRole('heading', { name }) });
export const quantityOf = (page: Page, name: string) => line(page, name).getByRole('spinbutton');
export const summary = (page: Page) => page.getByRole('region', { name: cartMessages.summary });
export const amount = (page: Page, label: string) =>
  summary(page)
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}`) })
    .locator('+ dd');
/** Opens after adding. The page behind it takes no clicks until it is closed. */
export const drawer = (page: Page) => page.getByRole('dialog', { name: cartMessages.heading });
export const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: headerMessages.cart });
export const wishlistLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: headerMessages.wishlist });

type Visit = { context: BrowserContext; shop: { url: string }; sql: Pool };

export async function productIdOf(sql: Pool, { slug }: { slug: string }) {
  const { rows } = await sql.query<{ id: string }>('select id from products where slug = $1', [slug]);
  return firstOrFail(rows).id;
}

/** Adds the items through the API; of each product the first variant with enough stock. */
export async function fillCart({ context, shop, sql }: Visit, ...items: { slug: string; quantity?: number }[]) {
  for (const { slug, quantity = 1 } of items) {
    const { rows } = await sql.query<{ id: string }>(
      `select v.id from variants v join products p on p.id = v.product_id join stock s on s.variant_id = v.id
        where p.slug = $1 and s.available >= $2 order by v.position limit 1`,
      [slug, quantity],
    );
    const response = await context.request.post(`${shop.url}/api/cart/items`, {
      headers: { origin: shop.url },
      data: { variantId: firstOrFail(rows).id, quantity },
    });
    expect(response.status()).toBe(200);
  }
}

/** The id of the cart's only line of this product, for changes in the database. */
export async function lineIdOf({ context, shop }: Visit, { slug }: { slug: string }) {
  const { items } = Cart.parse(await (await context.request.get(`${shop.url}/api/cart`)).json());
  return firstOrFail(items.filter((item) => item.slug === slug)).id;
}

/** Delays form posts of the page until the returned function is called. */
export async function delayResponses(page: Page, path: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${path}.data*`, async (route) => {
    if (route.request().method() === 'POST') await released;
    await route.continue();
  });
  return release;
}
