import { cartMessages, wishlistMessages } from '@shop/contracts/cart/messages';
import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { Pool } from 'pg';
import { cartLink, delayResponses, FRAME, main, productIdOf, TRIO, wishlistLink } from '../../pages/cart.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

type Page = import('@playwright/test').Page;

const cards = (page: Page) => main(page).getByRole('article');
const card = (page: Page, { name }: { name: string }) => cards(page).filter({ hasText: name });
const heart = (page: Page, { name }: { name: string }) =>
  page.getByRole('button', { name: `Add to wishlist: ${name}` });
const filledHeart = (page: Page, { name }: { name: string }) =>
  page.getByRole('button', { name: `Remove from wishlist: ${name}` });

async function insertWishlistItems(sql: Pool, userId: string, ...products: { slug: string }[]) {
  for (const product of products)
    await sql.query('insert into wishlist_items (user_id, product_id) values ($1, $2)', [
      userId,
      await productIdOf(sql, product),
    ]);
}

test('PDP-011 HDR-004 the heart of a product adds it to the wishlist and removes it', async ({ page, signIn }) => {
  await signIn();
  await gotoHydrated(page, `/product/${FRAME.slug}`);

  await page.getByRole('button', { name: catalogMessages.addToWishlist, exact: true }).click();
  await expectStatusMessage(page, wishlistMessages.added(FRAME.name));
  await expect(wishlistLink(page)).toHaveAccessibleName('Wishlist, 1');
  await page.reload();
  await page.getByRole('button', { name: wishlistMessages.remove, exact: true }).click();

  await expectStatusMessage(page, wishlistMessages.removed);
  await expect(page.getByRole('button', { name: catalogMessages.addToWishlist, exact: true })).toBeVisible();
  await expect(wishlistLink(page)).toHaveAccessibleName('Wishlist');
});

test('a card shows a filled heart once the session is loaded, and toggles it at once', async ({
  page,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  await insertWishlistItems(sql, id, FRAME);
  await gotoHydrated(page, '/search?q=facet+picture+frame');
  await expect(filledHeart(page, FRAME)).toBeVisible();
  const release = await delayResponses(page, '/wishlist');

  await filledHeart(page, FRAME).click();
  await expect(heart(page, FRAME)).toBeVisible();
  release();

  await expectStatusMessage(page, wishlistMessages.removed);
  await expect(heart(page, FRAME)).toBeVisible();
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    const open = (page: Page, path: string) => (javaScriptEnabled ? gotoHydrated(page, path) : page.goto(path));

    test('a guest who presses a heart is redirected to the login, which leads back to the product', async ({
      page,
    }) => {
      await open(page, `/product/${FRAME.slug}`);

      await page.getByRole('button', { name: catalogMessages.addToWishlist, exact: true }).click();

      await expect(page).toHaveURL(
        (url) => url.pathname === '/login' && url.searchParams.get('redirect') === `/product/${FRAME.slug}`,
      );
    });

    test('WISH-001 the wishlist shows its products, and each can be removed', async ({ page, sql, signIn }) => {
      const { id } = await signIn();
      await insertWishlistItems(sql, id, FRAME, TRIO);
      await open(page, '/wishlist');

      await expect(page).toHaveTitle('Wishlist | Crystalline');
      await expect(cards(page)).toHaveCount(2);
      await expect(card(page, FRAME).getByRole('link', { name: FRAME.name })).toHaveAttribute(
        'href',
        `/product/${FRAME.slug}`,
      );
      await filledHeart(page, FRAME).click();

      await expect(cards(page)).toHaveCount(1);
      await expect(card(page, TRIO)).toBeVisible();
    });

    test('an empty wishlist says so and links to the products', async ({ page, signIn }) => {
      await signIn();
      await page.goto('/wishlist');

      await expect(main(page).getByRole('heading', { name: wishlistMessages.empty })).toBeVisible();
      await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products');
      await expect(main(page).getByRole('button', { name: wishlistMessages.clear })).toHaveCount(0);
    });

    test('a wishlist item is added to the cart', async ({ page, sql, signIn }) => {
      const { id } = await signIn();
      await insertWishlistItems(sql, id, FRAME);
      await open(page, '/wishlist');

      await page.getByRole('button', { name: `Add to cart: ${FRAME.name}` }).click();

      if (javaScriptEnabled) {
        await expectStatusMessage(page, cartMessages.added(FRAME.name));
        await expect(cartLink(page)).toHaveAccessibleName('Cart, 1');
      } else await expect(page).toHaveURL(/\/cart$/);
    });
  });

test('WISH-002 WISH-003 Clear wishlist asks for confirmation in a dialog', async ({ page, sql, signIn }) => {
  const { id } = await signIn();
  await insertWishlistItems(sql, id, FRAME, TRIO);
  await gotoHydrated(page, '/wishlist');
  const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to clear your wishlist?' });
  const clear = main(page).getByRole('button', { name: 'Clear wishlist' });

  await clear.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(cards(page)).toHaveCount(2);
  await clear.click();
  await dialog.getByRole('button', { name: wishlistMessages.confirmClearYes }).click();

  await expect(main(page).getByText(wishlistMessages.empty)).toBeVisible();
  await expect(wishlistLink(page)).toHaveAccessibleName('Wishlist');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PDP-011 the heart of a product adds it to the wishlist and redirects there', async ({ page, signIn }) => {
    await signIn();
    await page.goto(`/product/${FRAME.slug}`);

    await page.getByRole('button', { name: catalogMessages.addToWishlist, exact: true }).click();

    await expect(page).toHaveURL(/\/wishlist$/);
    await expect(card(page, FRAME)).toBeVisible();
  });

  test('WISH-002 WISH-003 Clear wishlist asks for confirmation in the page', async ({ page, sql, signIn }) => {
    const { id } = await signIn();
    await insertWishlistItems(sql, id, FRAME);
    await page.goto('/wishlist');
    const question = page.getByRole('region', { name: 'Are you sure you want to clear your wishlist?' });

    await main(page).getByRole('button', { name: 'Clear wishlist' }).click();
    await question.getByRole('button', { name: wishlistMessages.confirmClearYes }).click();

    await expect(page).toHaveURL(/\/wishlist$/);
    await expect(main(page).getByText(wishlistMessages.empty)).toBeVisible();
  });
});

for (const stored of ['{not json', '{"items":1}', 'null'])
  test(`WISH-006 CONST-023 "${stored}" in local storage is ignored`, async ({ page, sql, signIn }) => {
    const { id } = await signIn();
    await insertWishlistItems(sql, id, FRAME);
    await page.addInitScript((value) => localStorage.setItem('wishlist', value), stored);
    const broken: Error[] = [];
    page.on('pageerror', (error) => broken.push(error));

    await gotoHydrated(page, '/wishlist');

    await expect(wishlistLink(page)).toHaveAccessibleName('Wishlist, 1');
    await expect(card(page, FRAME)).toBeVisible();
    await filledHeart(page, FRAME).click();
    await expect(main(page).getByText(wishlistMessages.empty)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('wishlist'))).toBe(stored);
    expect(broken).toEqual([]);
  });
