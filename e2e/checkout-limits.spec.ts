import { checkoutMessages } from '@shop/contracts/checkout-texts';
import { keepAddresses, wake } from './account.ts';
import { fillCart } from './cart-page.ts';
import { CUFFLINKS, method, payButton, refusal, UNIT_LIMIT } from './checkout-page.ts';
import { expect, test } from './fixtures.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('more units than one customer may have unpaid are refused, with the limit and the way to support', async ({
      page,
      context,
      shop,
      sql,
      signIn,
    }) => {
      const { id } = await signIn();
      await keepAddresses(sql, id, 'Home');
      await fillCart({ context, shop, sql }, { ...CUFFLINKS, quantity: UNIT_LIMIT + 1 });
      await (javaScriptEnabled ? wake(page, '/checkout') : page.goto('/checkout'));
      await method(page, 'Cash on delivery').check();

      await payButton(page).click();

      const told = refusal(page, checkoutMessages.variantLimit.customer(UNIT_LIMIT, CUFFLINKS.name));
      await expect(told).toBeVisible();
      await expect(told.getByRole('link', { name: checkoutMessages.toCart })).toHaveAttribute('href', '/cart');
      await told.getByRole('link', { name: checkoutMessages.contactSupport }).click();
      await expect(page).toHaveURL(/\/support$/);
    });
  });
