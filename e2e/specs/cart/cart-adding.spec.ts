import { cartMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { cartLink, drawer, FRAME, fillCart, main, quantityOf, TEE } from '../../pages/cart.ts';
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
    await drawer(page).getByRole('button', { name: cartMessages.continueShopping }).click();
    await cartLink(page).click();
    await expect(quantityOf(page, FRAME.name)).toHaveValue('3');
  });

  test('the drawer shows what was added and the subtotal, and leads to the cart', async ({ page }) => {
    await gotoHydrated(page, `/product/${FRAME.slug}`);
    await quantity(page).fill('2');
    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();

    await expect(drawer(page)).toHaveAccessibleDescription(cartMessages.added(FRAME.name));
    await expect(drawer(page).getByRole('link', { name: FRAME.name })).toBeVisible();
    await expect(drawer(page)).toContainText('2 × $48.00');
    await expect(drawer(page)).toContainText('Subtotal (2 items)$96.00');
    await drawer(page).getByRole('link', { name: cartMessages.viewCart }).click();

    await expect(page).toHaveURL(/\/cart$/);
    await expect(drawer(page)).toBeHidden();
    await expect(quantityOf(page, FRAME.name)).toHaveValue('2');
  });

  test('the heading of the drawer takes the focus, and closing it returns the focus to the button', async ({
    page,
  }) => {
    await gotoHydrated(page, `/product/${FRAME.slug}`);
    const add = main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first();
    const button = (name: string) => drawer(page).getByRole('button', { name });
    const closings = [
      () => page.keyboard.press('Escape'),
      // The backdrop.
      () => page.mouse.click(10, 450),
      () => button(uiMessages.close).click(),
      () => button(cartMessages.continueShopping).click(),
    ];

    for (const close of closings) {
      await add.press('Enter');
      await expect(drawer(page).getByRole('heading', { name: cartMessages.heading })).toBeFocused();
      await close();
      await expect(drawer(page)).toBeHidden();
      await expect(add).toBeFocused();
    }
  });

  test('CART-009 CART-010 the drawer leads guests to the login and customers to the checkout', async ({
    page,
    signIn,
  }) => {
    const addAndProceed = async () => {
      await gotoHydrated(page, `/product/${FRAME.slug}`);
      await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();
      await drawer(page).getByRole('link', { name: 'Proceed to Checkout' }).click();
    };

    await addAndProceed();
    await expect(page).toHaveURL(/\/login\?redirect=checkout$/);
    await expect(drawer(page)).toBeHidden();
    await signIn();
    await addAndProceed();

    await expect(page).toHaveURL(/\/checkout$/);
  });

  test('on a product page the drawer shows two products that pair well with it', async ({ page }) => {
    await gotoHydrated(page, `/product/${FRAME.slug}`);

    await main(page).getByRole('button', { name: catalogMessages.addToCart, exact: true }).first().click();

    const pairs = drawer(page).getByRole('region', { name: productMessages.pairsWellWith });
    await expect(pairs.getByRole('link')).toHaveCount(2);
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

    await card.getByRole('button', { name: `Add to cart: ${FRAME.name}` }).click();

    await expectStatusMessage(page, cartMessages.added(FRAME.name));
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1');
    await expect(page).toHaveURL(/\/search/);
  });

  test('adds the size that is chosen on a product card', async ({ page }) => {
    await gotoHydrated(page, '/search?q=constellation+tee');
    const card = main(page).getByRole('article').filter({ hasText: 'Constellation Tee' });
    await expect(card.getByRole('button', { name: /^Add to cart/ })).toHaveCount(0);
    const choose = card.getByRole('link', { name: /^Choose size/ });

    await choose.click();
    const sheet = page.getByRole('dialog', { name: 'Choose size' });
    await sheet.getByRole('button', { name: 'Select a size' }).click();
    await expect(sheet).toContainText(cartMessages.chooseOption);
    await sheet.getByRole('radio', { name: /^M\b/ }).check({ force: true });
    await sheet.getByRole('button', { name: catalogMessages.addToCart }).click();

    await expectStatusMessage(page, cartMessages.added('Constellation Tee'));
    await expect(sheet).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(choose).toBeFocused();
    await expect(page).toHaveURL(/\/search/);
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

    test('a card of a product with options links to the product page', async ({ page }) => {
      await page.goto('/search?q=constellation+tee');

      await main(page).getByRole('link', { name: 'Choose size: Constellation Tee' }).click();

      await expect(page).toHaveURL(new RegExp(`/product/${TEE.slug}$`));
    });

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
