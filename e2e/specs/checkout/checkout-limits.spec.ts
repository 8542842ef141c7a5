import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { fillCart } from '../../pages/cart.ts';
import { CUFFLINKS, errorAlert, method, payButton, UNIT_LIMIT } from '../../pages/checkout.ts';
import { gotoHydrated, insertAddresses } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('rejects more units than the unpaid limit of a customer, with the limit and a link to support', async ({
      page,
      context,
      shop,
      sql,
      signIn,
    }) => {
      const { id } = await signIn();
      await insertAddresses(sql, id, 'Home');
      await fillCart({ context, shop, sql }, { ...CUFFLINKS, quantity: UNIT_LIMIT + 1 });
      await (javaScriptEnabled ? gotoHydrated(page, '/checkout') : page.goto('/checkout'));
      await method(page, 'Cash on delivery').check();

      await payButton(page).click();

      const limitAlert = errorAlert(page, checkoutMessages.variantLimit.customer(UNIT_LIMIT, CUFFLINKS.name));
      await expect(limitAlert).toBeVisible();
      await expect(limitAlert.getByRole('link', { name: checkoutMessages.toCart })).toHaveAttribute('href', '/cart');
      await limitAlert.getByRole('link', { name: checkoutMessages.contactSupport }).click();
      await expect(page).toHaveURL(/\/support$/);
    });
  });
