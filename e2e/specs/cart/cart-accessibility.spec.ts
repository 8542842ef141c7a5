import { catalogMessages } from '@shop/contracts/catalog/messages';
import { drawer, FRAME, fillCart, lineIdOf, main, TRIO } from '../../pages/cart.ts';
import { expectAccessible, expectNoAxeViolations, expectNoOverflow } from '../../support/accessibility.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test('RTE-019 a cart with every notice and error has no axe violations', async ({ page, context, shop, sql }) => {
  const visit = { context, shop, sql };
  await fillCart(visit, { slug: 'constellation-tee' }, FRAME, TRIO);
  await sql.query('update cart_lines set quantity = 9999, last_shown_price_cents = 1 where id = $1', [
    await lineIdOf(visit, FRAME),
  ]);
  await gotoHydrated(page, '/cart');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Please enter a discount code')).toBeVisible();

  await expectAccessible(page);
});

test('RTE-019 an empty cart has no axe violations', async ({ page }) => {
  await gotoHydrated(page, '/cart');

  await expectNoAxeViolations(page);
});

test('RTE-019 the cart drawer has no axe violations and does not scroll horizontally at 320 px', async ({ page }) => {
  await gotoHydrated(page, `/product/${FRAME.slug}`);
  await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
  await expect(drawer(page)).toBeVisible();

  await expectNoOverflow(page, 320);
  await expect(drawer(page).getByRole('link', { name: 'Proceed to Checkout' })).toBeInViewport({ ratio: 1 });
  await expectNoAxeViolations(page, 'dialog[open]');
});

test('RTE-019 a wishlist has no axe violations', async ({ page, sql, signIn }) => {
  const { id } = await signIn();
  await sql.query('insert into wishlist_items (user_id, product_id) select $1, id from products limit 5', [id]);
  await gotoHydrated(page, '/wishlist');

  await expectNoAxeViolations(page);
});

test('RTE-019 a cart with a long product name does not scroll horizontally at 320 px', async ({
  page,
  context,
  shop,
  sql,
}) => {
  await fillCart({ context, shop, sql }, { slug: 'constellation-tee' }, FRAME);
  await gotoHydrated(page, '/cart');
  await page
    .getByRole('heading', { level: 2 })
    .getByRole('link')
    .evaluateAll((names) => {
      for (const name of names) name.textContent = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'.repeat(3);
    });

  await expectNoOverflow(page, 320);
});
