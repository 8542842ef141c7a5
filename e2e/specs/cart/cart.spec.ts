import { CART_COOKIE } from '@shop/contracts/cart/constants';
import { cartMessages } from '@shop/contracts/cart/messages';
import { dollars } from '@shop/contracts/common/money';
import { amount, FRAME, fillCart, line, lineIdOf, lines, main, quantityOf, summary, TRIO } from '../../pages/cart.ts';
import { expectStatusMessage, gotoHydrated } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('CART-005 CART-006 an empty cart says so and links to the products', async ({ page }) => {
      await page.goto('/cart');

      await expect(page).toHaveTitle('Cart | Crystalline');
      await expect(main(page).getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
      await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products');
      await expect(summary(page)).toHaveCount(0);
    });

    test('CART-007 the order summary adds up', async ({ page, context, shop, sql }) => {
      await fillCart({ context, shop, sql }, { ...TRIO, quantity: 2 }, FRAME);
      await page.goto('/cart');

      await expect(lines(page)).toHaveCount(2);
      await expect(line(page, TRIO.name).getByText('$128.00')).toBeVisible();
      await expect(amount(page, 'Subtotal')).toHaveText('$176.00');
      await expect(amount(page, 'Tax')).toHaveText('$14.08');
      await expect(amount(page, 'Shipping')).toHaveText('$9.99');
      await expect(amount(page, 'Discount')).toHaveText('$0.00');
      await expect(amount(page, 'Total')).toHaveText('$200.07');
      await expect(main(page).getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products');
    });

    test('CART-002 removes a line and keeps the others', async ({ page, context, shop, sql }) => {
      await fillCart({ context, shop, sql }, TRIO, FRAME);
      await gotoHydratedIfScripted(page);

      await page.getByRole('button', { name: `Remove ${TRIO.name}` }).click();

      await expect(lines(page)).toHaveCount(1);
      await expect(amount(page, 'Subtotal')).toHaveText(dollars(FRAME.price));
    });

    test('CART-008 VAL-016 VAL-017 VAL-018 a discount code is required, rejected, applied and removed', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      await fillCart({ context, shop, sql }, FRAME);
      await gotoHydratedIfScripted(page);
      const code = summary(page).getByLabel('Discount code');
      const apply = summary(page).getByRole('button', { name: 'Apply' });

      await apply.click();
      await expect(summary(page).getByRole('alert')).toHaveText('Please enter a discount code');
      await code.fill('NO-SUCH-CODE');
      await apply.click();
      await expect(summary(page).getByRole('alert')).toHaveText('Invalid discount code');
      await expect(code).toHaveValue('NO-SUCH-CODE');
      await expect(code).toHaveAttribute('aria-invalid', 'true');
      await code.fill(' crystal10 ');
      await apply.click();

      await expectStatusMessage(page, 'Discount code "CRYSTAL10" applied successfully!');
      await expect(amount(page, 'Discount')).toHaveText('-$4.80');
      await page.reload();
      await expect(amount(page, 'Discount')).toHaveText('-$4.80');
      await summary(page).getByRole('button', { name: 'Remove discount' }).click();
      await expect(amount(page, 'Discount')).toHaveText('$0.00');
    });

    test('the chosen shipping method is charged and kept after a reload', async ({ page, context, shop, sql }) => {
      await fillCart({ context, shop, sql }, FRAME);
      await gotoHydratedIfScripted(page);

      await summary(page).getByRole('radio', { name: 'Express $12.99' }).check();
      if (!javaScriptEnabled) await summary(page).getByRole('button', { name: cartMessages.chooseShipping }).click();

      await expect(amount(page, 'Shipping')).toHaveText('$12.99');
      await page.reload();
      await expect(summary(page).getByRole('radio', { name: /^Express/ })).toBeChecked();
    });

    test('CART-009 Proceed to Checkout leads a logged-in customer to the checkout', async ({
      page,
      context,
      shop,
      sql,
      signIn,
    }) => {
      await signIn();
      await fillCart({ context, shop, sql }, FRAME);
      await page.goto('/cart');

      await summary(page).getByRole('link', { name: 'Proceed to Checkout' }).click();

      await expect(page).toHaveURL(/\/checkout$/);
    });

    test('CART-010 Proceed to Checkout leads a guest to the login with the checkout as its redirect', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      await fillCart({ context, shop, sql }, FRAME);
      await page.goto('/cart');

      await summary(page).getByRole('link', { name: 'Proceed to Checkout' }).click();

      await expect(page).toHaveURL(/\/login\?redirect=checkout$/);
    });

    test('CART-014 the cart of a guest is identified by an HttpOnly cookie and survives a reload', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      await fillCart({ context, shop, sql }, { ...FRAME, quantity: 3 });
      await page.goto('/cart');

      const cookie = (await context.cookies()).find(({ name }) => name === CART_COOKIE);
      expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax' });
      await page.reload();
      await expect(quantityOf(page, FRAME.name)).toHaveValue('3');
    });

    test('a changed price is shown until the shopper acknowledges it', async ({ page, context, shop, sql }) => {
      const visit = { context, shop, sql };
      await fillCart(visit, FRAME);
      await sql.query('update cart_lines set last_shown_price_cents = 3900 where id = $1', [
        await lineIdOf(visit, FRAME),
      ]);
      await gotoHydratedIfScripted(page);
      const notice = line(page, FRAME.name).getByText(cartMessages.priceChanged('$39.00', '$48.00'));
      await expect(notice).toBeVisible();

      await page.getByRole('button', { name: `OK: ${FRAME.name}` }).click();

      await expect(notice).toHaveCount(0);
      await page.reload();
      await expect(notice).toHaveCount(0);
    });

    test('a quantity above the available stock must be updated before the checkout', async ({
      page,
      context,
      shop,
      sql,
    }) => {
      const visit = { context, shop, sql };
      await fillCart(visit, FRAME);
      const { rows } = await sql.query<{ available: number }>(
        'update cart_lines l set quantity = s.available + 1 from stock s where s.variant_id = l.variant_id and l.id = $1 returning s.available as available',
        [await lineIdOf(visit, FRAME)],
      );
      const available = Number(rows[0]?.available);
      await gotoHydratedIfScripted(page);
      await expect(line(page, FRAME.name).getByRole('alert')).toHaveText(cartMessages.onlyAvailable(available));
      const proceed = summary(page).getByRole('button', { name: 'Proceed to Checkout' });
      await expect(proceed).toBeDisabled();
      await expect(proceed).toHaveAccessibleDescription(cartMessages.resolveFirst);

      await page.getByRole('button', { name: `Update to ${available}: ${FRAME.name}` }).click();

      await expect(quantityOf(page, FRAME.name)).toHaveValue(`${available}`);
      await expect(summary(page).getByRole('link', { name: 'Proceed to Checkout' })).toBeVisible();
    });

    test('an item that went out of stock is shown and must be removed', async ({ page, context, shop, sql }) => {
      const visit = { context, shop, sql };
      await fillCart(visit, FRAME);
      await sql.query(
        `update cart_lines set variant_id = (select v.id from variants v join products p on p.id = v.product_id
           where p.slug = 'lucky-charm-keyring') where id = $1`,
        [await lineIdOf(visit, FRAME)],
      );
      await gotoHydratedIfScripted(page);

      await expect(lines(page).getByRole('alert')).toHaveText(cartMessages.outOfStock);
      await expect(lines(page).getByRole('spinbutton')).toHaveCount(0);
      await expect(summary(page).getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
      await page.getByRole('button', { name: /^Remove / }).click();

      await expect(main(page).getByText('Your cart is empty')).toBeVisible();
    });

    test('shows an error when a line was removed in the meantime', async ({ page, context, shop, sql }) => {
      const visit = { context, shop, sql };
      await fillCart(visit, TRIO, FRAME);
      const deletedLineId = await lineIdOf(visit, FRAME);
      await gotoHydratedIfScripted(page);
      await sql.query('delete from cart_lines where id = $1', [deletedLineId]);

      await page.getByRole('button', { name: `Remove ${FRAME.name}` }).click();

      await expect(page.getByRole('alert').getByText(cartMessages.lineNotFound)).toBeVisible();
      await expect(lines(page)).toHaveCount(1);
    });

    /** With JavaScript the page must be hydrated before it handles events. */
    const gotoHydratedIfScripted = (page: import('@playwright/test').Page) =>
      javaScriptEnabled ? gotoHydrated(page, '/cart') : page.goto('/cart');
  });
