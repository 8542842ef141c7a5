import { cartMessages } from '@shop/contracts/cart/messages';
import { dollars } from '@shop/contracts/common/money';
import {
  amount,
  cartLink,
  delayResponses,
  FRAME,
  fillCart,
  line,
  lines,
  main,
  quantityOf,
  summary,
  TRIO,
} from '../../pages/cart.ts';
import { gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test.describe('cart quantity', () => {
  test('CART-001 VAL-022 the stepper updates the line, the totals and the header', async ({
    page,
    context,
    shop,
    sql,
  }) => {
    await fillCart({ context, shop, sql }, { ...FRAME, quantity: 2 });
    await gotoHydrated(page, '/cart');
    const more = line(page, FRAME.name).getByRole('button', { name: 'Increase quantity' });
    const less = line(page, FRAME.name).getByRole('button', { name: 'Decrease quantity' });

    await more.click();
    await more.click();
    await expect(amount(page, 'Subtotal')).toHaveText(dollars(4 * FRAME.price));
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 4');
    for (let presses = 0; presses < 5; presses += 1) await less.click();
    await expect(amount(page, 'Subtotal')).toHaveText(dollars(FRAME.price));

    await page.reload();
    await expect(quantityOf(page, FRAME.name)).toHaveValue('1');
  });

  for (const [row, typed, expected] of [
    ['VAL-022', '0', 1],
    ['VAL-023', '99', 5],
    ['VAL-024', '', 1],
  ] as const)
    test(`${row} "${typed}" is corrected to ${expected}`, async ({ page, context, shop, sql }) => {
      await fillCart({ context, shop, sql }, { slug: 'moonlit-tiara', quantity: 3 });
      await gotoHydrated(page, '/cart');
      const field = quantityOf(page, 'Moonlit Tiara');

      await field.fill(typed);
      await field.blur();

      await expect(field).toHaveValue(`${expected}`);
      await expect(amount(page, 'Subtotal')).toHaveText(dollars(expected * 279));
    });

  test('shows a change before the response arrives', async ({ page, context, shop, sql }) => {
    await fillCart({ context, shop, sql }, TRIO, FRAME);
    await gotoHydrated(page, '/cart');
    const release = await delayResponses(page, '/cart');

    await line(page, FRAME.name).getByRole('button', { name: 'Increase quantity' }).click();
    await expect(line(page, FRAME.name).getByText(dollars(2 * FRAME.price))).toBeVisible();
    await page.getByRole('button', { name: `Remove ${TRIO.name}` }).click();
    await expect(line(page, TRIO.name)).toBeHidden();
    await expect(summary(page)).toHaveAttribute('aria-busy', 'true');
    await expect(amount(page, 'Subtotal')).toHaveText(dollars(TRIO.price + FRAME.price));
    release();

    await expect(amount(page, 'Subtotal')).toHaveText(dollars(2 * FRAME.price));
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('CART-001 is updated by a button', async ({ page, context, shop, sql }) => {
      await fillCart({ context, shop, sql }, FRAME);
      await page.goto('/cart');

      await quantityOf(page, FRAME.name).fill('4');
      await line(page, FRAME.name).getByRole('button', { name: cartMessages.update }).click();

      await expect(page).toHaveURL(/\/cart$/);
      await expect(quantityOf(page, FRAME.name)).toHaveValue('4');
      await expect(amount(page, 'Subtotal')).toHaveText(dollars(4 * FRAME.price));
    });
  });
});

test.describe('clearing the cart', () => {
  test('CART-003 asks for confirmation in a dialog', async ({ page, context, shop, sql }) => {
    await fillCart({ context, shop, sql }, TRIO, FRAME);
    await gotoHydrated(page, '/cart');
    const dialog = page.getByRole('alertdialog', { name: cartMessages.confirmClear });
    const clear = main(page).getByRole('button', { name: 'Clear Cart' });

    await clear.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(lines(page)).toHaveCount(2);
    await clear.press('Enter');
    await dialog.getByRole('button', { name: cartMessages.confirmClearYes }).click();

    await expect(main(page).getByText('Your cart is empty')).toBeVisible();
    await expect(cartLink(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('CART-003 asks for confirmation in the page', async ({ page, context, shop, sql }) => {
      await fillCart({ context, shop, sql }, FRAME);
      await page.goto('/cart');
      const question = page.getByRole('region', { name: cartMessages.confirmClear });

      await main(page).getByRole('button', { name: 'Clear Cart' }).click();
      await question.getByRole('link', { name: 'Cancel' }).click();
      await expect(lines(page)).toHaveCount(1);
      await main(page).getByRole('button', { name: 'Clear Cart' }).click();
      await question.getByRole('button', { name: cartMessages.confirmClearYes }).click();

      await expect(page).toHaveURL(/\/cart$/);
      await expect(main(page).getByText('Your cart is empty')).toBeVisible();
    });
  });
});
