import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { cartLink, FRAME, fillCart, main, quantityOf, TEE } from '../../pages/cart.ts';
import { quantity } from '../../pages/product.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test.describe('adding to the cart', () => {
  test('PDP-010 HDR-005 adds the chosen quantity, stays on the page and updates the count in the header', async ({
    page,
  }) => {
    await gotoHydrated(page, `/product/${FRAME.slug}`);
    await expect(cartLink(page)).toHaveCount(0);

    await quantity(page).fill('3');
    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();

    await expectStatusMessage(page, cartMessages.added(FRAME.name));
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 3');
    await expect(page).toHaveURL(new RegExp(`/product/${FRAME.slug}$`));
    await cartLink(page).click();
    await expect(quantityOf(page, FRAME.name)).toHaveValue('3');
  });

  test('the message after adding leads to the cart', async ({ page }) => {
    await gotoHydrated(page, `/product/${FRAME.slug}`);
    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();

    await page.getByRole('link', { name: cartMessages.viewCart }).click();

    await expect(page).toHaveURL(/\/cart$/);
    await expect(quantityOf(page, FRAME.name)).toHaveValue('1');
  });

  test('caps the quantity at the available stock and says so', async ({ page, context, shop, sql }) => {
    await fillCart({ context, shop, sql }, { slug: 'moonlit-tiara', quantity: 5 });
    await gotoHydrated(page, '/product/moonlit-tiara');

    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();

    await expectStatusMessage(page, cartMessages.notEnough);
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 5');
  });

  test('adds one unit from a product card', async ({ page }) => {
    await gotoHydrated(page, '/search?q=facet+picture+frame');
    const card = main(page).getByRole('article').filter({ hasText: FRAME.name });

    await card.hover();
    await card.getByRole('button', { name: `Add to cart: ${FRAME.name}` }).click();

    await expectStatusMessage(page, cartMessages.added(FRAME.name));
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1');
    await expect(page).toHaveURL(/\/search/);
  });

  test('a card of a product with options links to the product page', async ({ page }) => {
    await page.goto('/search?q=constellation+tee');
    const card = main(page).getByRole('article').filter({ hasText: 'Constellation Tee' });

    await card.hover();
    await expect(card.getByRole('button', { name: /^Add to cart/ })).toHaveCount(0);
    await card.getByRole('link', { name: /^Choose options/ }).click();

    await expect(page).toHaveURL(new RegExp(`/product/${TEE.slug}$`));
  });

  test('CONST-023 stores no user, token, cart or wishlist in local storage', async ({ page }) => {
    await gotoHydrated(page, `/product/${FRAME.slug}`);

    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
    await expectStatusMessage(page, cartMessages.added(FRAME.name));

    // Ids of viewed products.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['recently-viewed']);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('PDP-010 adds the chosen quantity and redirects to the cart', async ({ page }) => {
      await page.goto(`/product/${FRAME.slug}`);

      await quantity(page).fill('3');
      await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();

      await expect(page).toHaveURL(/\/cart$/);
      await expect(quantityOf(page, FRAME.name)).toHaveValue('3');
    });

    test('caps the quantity at the available stock and says so', async ({ page, context, shop, sql }) => {
      await fillCart({ context, shop, sql }, { slug: 'moonlit-tiara', quantity: 5 });
      await page.goto('/product/moonlit-tiara');

      await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();

      await expectStatusMessage(page, cartMessages.notEnough);
      await expect(quantityOf(page, 'Moonlit Tiara')).toHaveValue('5');
    });
  });
});
