import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { wake } from './account.ts';
import { FRAME, fillCart, lineIdOf, TRIO } from './cart-page.ts';
import { expect, test } from './fixtures.ts';

async function isAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.target.join(' '))])).toEqual([]);
}

for (const width of [375, 768, 1280])
  test(`RTE-019 axe finds nothing in a cart with all it can say at ${width} px`, async ({
    page,
    context,
    shop,
    sql,
  }) => {
    const visit = { context, shop, sql };
    await fillCart(visit, { slug: 'constellation-tee' }, FRAME, TRIO);
    await sql.query('update cart_lines set quantity = 9999, seen_price_cents = 1 where id = $1', [
      await lineIdOf(visit, FRAME),
    ]);
    await page.setViewportSize({ width, height: 900 });
    await wake(page, '/cart');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Please enter a discount code')).toBeVisible();

    await isAccessible(page);
  });

test('RTE-019 axe finds nothing in an empty cart', async ({ page }) => {
  await wake(page, '/cart');

  await isAccessible(page);
});

test('RTE-019 axe finds nothing on a wishlist', async ({ page, sql, signIn }) => {
  const { id } = await signIn();
  await sql.query('insert into wishlist_items (user_id, product_id) select $1, id from products limit 5', [id]);
  await wake(page, '/wishlist');

  await isAccessible(page);
});

test('RTE-019 a cart with a long name does not scroll sideways at 320 px', async ({ page, context, shop, sql }) => {
  await fillCart({ context, shop, sql }, { slug: 'constellation-tee' }, FRAME);
  await page.setViewportSize({ width: 320, height: 700 });
  await wake(page, '/cart');
  await page
    .getByRole('heading', { level: 2 })
    .getByRole('link')
    .evaluateAll((names) => {
      for (const name of names) name.textContent = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(3);
    });

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
