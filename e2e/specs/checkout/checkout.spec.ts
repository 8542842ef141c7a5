import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { checkoutPageMessages } from '@shop/contracts/checkout/page-messages';
import { addressMessages, postalCodeMessages } from '@shop/contracts/identity/account-messages';
import { giftMessages } from '@shop/contracts/orders/gift-messages';
import { FRAME, fillCart } from '../../pages/cart.ts';
import {
  address,
  addressField,
  atCheckout,
  CUFFLINKS,
  expectOrderPlaced,
  main,
  method,
  payButton,
  paymentWindow,
  placeOrder,
} from '../../pages/checkout.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { gotoHydrated, insertAddresses } from '../../support/account.ts';
import { expect, test } from '../../support/fixtures.ts';

test('CHK-028 RTE-019 an order by cash on delivery is placed by keyboard alone', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await atCheckout({ page, context, shop, sql, signIn });

  await address(page).getByRole('radio').focus();
  await page.keyboard.press('Tab');
  await expect(address(page).getByRole('link', { name: /^Edit/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main(page).getByRole('link', { name: checkoutMessages.addAddress })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(method(page, 'Standard $9.99')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(main(page).getByRole('checkbox', { name: giftMessages.isGift })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(method(page, 'Card')).toBeFocused();
  for (let steps = 0; steps < 4; steps++) await page.keyboard.press('ArrowDown');
  await expect(method(page, 'Cash on delivery')).toBeChecked();
  await expect(main(page).getByText(/^You’ll pay \$\d+\.\d\d in cash when your order arrives\.$/)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(payButton(page)).toHaveText(/Place order/);
  await page.keyboard.press('Enter');

  const orderId = await expectOrderPlaced(page);
  const { rows } = await sql.query('select status, payment_status from orders where id = $1', [orderId]);
  expect(rows).toEqual([{ status: 'pending', payment_status: 'pending' }]);
});

test('the success page names the confirmation email, unless the customer has turned order emails off', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const customer = await signIn();
  const visit = { context, shop, sql };
  const confirmation = main(page).getByText(
    new RegExp(`^We’(re sending|ve sent) your order confirmation to ${customer.email}\\.$`),
  );

  await page.goto(`/checkout/success/${await placeOrder(visit, customer, CUFFLINKS)}`);
  await expectOrderPlaced(page);
  await expect(confirmation).toBeVisible();

  await sql.query('update users set wants_order_emails = false where id = $1', [customer.id]);
  await page.goto(`/checkout/success/${await placeOrder(visit, customer, CUFFLINKS)}`);
  await expectOrderPlaced(page);
  await expect(confirmation).toHaveCount(0);
  await expect(main(page).getByText(checkoutMessages.successText)).toBeVisible();
});

test('CHK-002 the checkout redirects to the cart when it is empty', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/checkout');

  await expect(page).toHaveURL(/\/cart$/);
});

test('CHK-003 CHK-013 the saved addresses are listed, with the default one selected', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await signIn();
  const [, work] = await insertAddresses(sql, id, 'Home', 'Work');
  await sql.query('update addresses set is_default = false where user_id = $1', [id]);
  await sql.query('update addresses set is_default = true where id = $1', [work]);
  await fillCart({ context, shop, sql }, CUFFLINKS);
  await page.goto('/checkout');

  const cards = address(page).getByRole('radio');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toHaveAccessibleName('Grace Hopper Default Address');
  await expect(cards.first()).toHaveAccessibleDescription(
    'Work · 1 Main Street, Apartment 3, Springfield, Ontario K1A 0B1, Canada',
  );
  await expect(cards.last()).toHaveAccessibleDescription(/^Home · 1 Main Street/);
  await expect(cards.first()).toHaveValue(work ?? '');
  await expect(cards.first()).toBeChecked();
});

test('CHK-004 VAL-025 another address is added in place, and then selected', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await atCheckout({ page, context, shop, sql, signIn });
  const add = main(page).getByRole('link', { name: '+ Add a new address' });
  await expect(add).toHaveAttribute('href', '/account/addresses/new?redirect=checkout');
  await add.click();

  const save = address(page).getByRole('button', { name: addressMessages.save });
  await save.click();
  await expect(address(page)).toHaveAccessibleDescription('Please select a shipping address');
  await expect(addressField(page, 'postalCode')).toHaveAccessibleDescription(addressMessages.postalCodeRequired);
  await expectAccessible(page);

  // The country that the dates of arrival were for: that of the default address.
  await expect(addressField(page, 'country')).toHaveValue('Canada');
  await addressField(page, 'country').selectOption('United States');
  await addressField(page, 'recipient').fill('Nora Hart');
  await addressField(page, 'line1').fill('22 Alder Lane');
  await addressField(page, 'city').fill('Seattle');
  await addressField(page, 'state').fill('Washington');
  await addressField(page, 'postalCode').fill('9810');
  await save.click();
  await expect(addressField(page, 'postalCode')).toHaveAccessibleDescription(postalCodeMessages['United States']);
  await expect(addressField(page, 'postalCode')).toBeFocused();

  await addressField(page, 'postalCode').fill('98109');
  await save.click();
  const saved = address(page).getByRole('radio', { name: 'Nora Hart' });
  await expect(saved).toBeChecked();
  await expect(saved).toHaveAccessibleDescription('22 Alder Lane, Seattle, Washington 98109, United States');
  await expect(page).toHaveURL(/\/checkout$/);

  await method(page, 'Cash on delivery').check();
  await payButton(page).click();
  const orderId = await expectOrderPlaced(page);
  const { rows } = await sql.query("select shipping_address ->> 'name' as name from orders where id = $1", [orderId]);
  expect(rows).toEqual([{ name: 'Nora Hart' }]);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('an address with an invalid postal code is corrected on the way to the order', async ({
      page,
      context,
      shop,
      sql,
      signIn,
    }) => {
      const { id } = await signIn();
      const [home] = await insertAddresses(sql, id, 'Home');
      await sql.query("update addresses set postal_code = 'not a code!!' where user_id = $1", [id]);
      await fillCart({ context, shop, sql }, CUFFLINKS);
      await (javaScriptEnabled ? gotoHydrated(page, '/checkout') : page.goto('/checkout'));

      await method(page, 'Cash on delivery').check();
      await payButton(page).click();
      await expect(address(page)).toHaveAccessibleDescription(
        checkoutMessages.addressInvalid(postalCodeMessages.Canada),
      );
      const correct = main(page).getByRole('link', { name: checkoutMessages.correctAddress('Home') });
      await expect(correct).toHaveAttribute('href', `/account/addresses/edit/${home}?redirect=checkout`);
      await correct.click();
      await main(page)
        .getByLabel(new RegExp(`^${addressMessages.postalCode}`))
        .fill('k1a0b1');
      await main(page).getByRole('button', { name: addressMessages.save }).click();

      await expect(page).toHaveURL(/\/checkout$/);
      await expect(address(page).getByRole('radio').first()).toHaveAccessibleDescription(/K1A 0B1/);
      await expect(correct).toHaveCount(0);
    });
  });

test('CHK-005 CHK-006 CHK-015 the page offers five payment methods and shows the summary and the amount to be charged', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await atCheckout({ page, context, shop, sql, signIn });
  const summary = page.getByRole('region', { name: checkoutMessages.summary });

  await expect(main(page).getByRole('group', { name: checkoutMessages.paymentMethod }).getByRole('radio')).toHaveCount(
    5,
  );
  for (const name of ['Card', 'UPI', 'Wallet', 'Net banking', 'Cash on delivery'])
    await expect(method(page, name)).toBeVisible();
  await expect(summary).toContainText(CUFFLINKS.name);
  // 76.00, 8% tax and 9.99 shipping.
  await expect(summary.locator('dd').last()).toHaveText('$92.07');
  await expect(main(page).getByText('You will be charged ₹92.07 by the payment provider')).toBeVisible();
  // Open beside the form: every line with its arithmetic.
  await expect(summary.getByRole('row')).toHaveText([
    /^Subtotal\$76\.00\$76\.00$/,
    /^Tax8% of the subtotal, \$76\.00\$6\.08$/,
    /^ShippingStandard, one price per order\$9\.99$/,
    /^Total\$76\.00 \+ \$6\.08 \+ \$9\.99\$92\.07$/,
    /^Charged in INR\$92\.07 × 1\.00, today’s store rate₹92\.07$/,
  ]);
});

test('CHK-014 choosing Express updates the total', async ({ page, context, shop, sql, signIn }) => {
  await atCheckout({ page, context, shop, sql, signIn });

  await method(page, 'Express $12.99').check();

  await expect(page.getByText('You will be charged ₹95.07 by the payment provider')).toBeVisible();
  await method(page, 'Cash on delivery').check();
  await payButton(page).click();
  const orderId = await expectOrderPlaced(page);
  const { rows } = await sql.query('select shipping_method, total_cents from orders where id = $1', [orderId]);
  expect(rows).toEqual([{ shipping_method: 'express', total_cents: '9507' }]);
});

test('CHK-020 CHK-021 the provider’s script loads only on payment, and its window gets the options of the order', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  const customer = await atCheckout({ page, context, shop, sql, signIn });
  await sql.query("update users set phone = '+91 98765 43210' where id = $1", [customer.id]);
  await gotoHydrated(page, '/checkout');
  expect(scripts).not.toContain(shop.payment.RAZORPAY_CHECKOUT_URL);
  // Reads the message that passes the options to the provider's window.
  await page.addInitScript(() => {
    window.addEventListener('message', ({ data }) => {
      if (data.type === 'open') document.title = JSON.stringify(data.options);
    });
  });

  await payButton(page).click();
  const provider = await paymentWindow(page);

  expect(scripts).toContain(shop.payment.RAZORPAY_CHECKOUT_URL);
  const { rows } = await sql.query('select provider_order_id from checkouts where user_id = $1', [customer.id]);
  const frame = page.frames().find((one) => one.url().includes('/v1/checkout/public'));
  expect(JSON.parse((await frame?.title()) ?? '')).toMatchObject({
    key: shop.payment.RAZORPAY_KEY_ID,
    amount: 9207,
    currency: 'INR',
    name: 'Crystalline',
    description: 'Order of 1 item',
    order_id: rows[0]?.provider_order_id,
    prefill: { name: customer.name, email: customer.email, contact: '+91 98765 43210', method: 'card' },
    notes: { address_id: await address(page).getByRole('radio').inputValue() },
    method: { card: true, upi: false, wallet: false, netbanking: false },
    theme: { color: '#5b3a8c' },
  });
  await expect(provider.getByText('Order of 1 item')).toBeVisible();
});

test('only the policy of the checkout allows the provider’s script', async ({ page, context, shop, sql, signIn }) => {
  await atCheckout({ page, context, shop, sql, signIn });
  const policyOf = async (path: string) => (await page.goto(path))?.headers()['content-security-policy'] ?? '';
  const { origin } = new URL(shop.payment.RAZORPAY_CHECKOUT_URL ?? '');

  expect(await policyOf('/checkout')).toMatch(new RegExp(`script-src [^;]*${origin}.*frame-src ${origin}`));
  for (const path of ['/', '/cart', '/orders', '/account']) expect(await policyOf(path)).not.toContain(origin);
});

test('RTE-019 the checkout and the success page have no axe violations', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await atCheckout({ page, context, shop, sql, signIn });
  await expectAccessible(page);

  await method(page, 'Cash on delivery').check();
  await payButton(page).click();
  await expectOrderPlaced(page);
  await expectAccessible(page);
});

test('CHK-007 CHK-012 the button reads Processing... only while the window is open', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });

  await payButton(page).click();
  const window = await paymentWindow(page);
  await expect(page.locator('button[form=pay]')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('button[form=pay]').getByText('Processing...')).toHaveAttribute('aria-hidden', 'false');
  await window.getByRole('button', { name: 'Close payment' }).click();

  await expect(payButton(page)).toBeEnabled();
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  // The same items at the same price reuse the checkout.
  await payButton(page).click();
  await paymentWindow(page);
  expect((await sql.query('select 1 from checkouts where user_id = $1', [id])).rowCount).toBe(1);
});

test('a double click places one order with one request', async ({ page, context, shop, sql, signIn }) => {
  const { id } = await atCheckout({ page, context, shop, sql, signIn });
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await method(page, 'Cash on delivery').check();

  await payButton(page).dblclick();

  await expectOrderPlaced(page);
  expect(posts.filter((path) => path === '/checkout.data')).toHaveLength(1);
  expect((await sql.query('select 1 from orders where user_id = $1', [id])).rowCount).toBe(1);
});

test('a form that is sent before the scripts have started leads to the provider’s page', async ({
  page,
  context,
  shop,
  sql,
  signIn,
}) => {
  await signIn().then(({ id }) => insertAddresses(sql, id, 'Home'));
  await fillCart({ context, shop, sql }, CUFFLINKS);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/checkout');

  await payButton(page).click();

  await expect(page).toHaveURL(/\/checkout\/[^/]+\/pay$/);
});

test.describe('JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('CHK-028 cash on delivery is placed, and other payment methods lead to the provider’s page', async ({
    page,
    context,
    shop,
    sql,
    signIn,
  }) => {
    const { id } = await signIn();
    await insertAddresses(sql, id, 'Home');
    await fillCart({ context, shop, sql }, CUFFLINKS, FRAME);
    await page.goto('/checkout');

    await payButton(page).click();
    await expect(main(page).getByRole('button', { name: checkoutPageMessages.toProvider })).toBeVisible();
    await main(page).getByRole('link', { name: checkoutPageMessages.backToCheckout }).click();
    await method(page, 'Cash on delivery').check();
    await payButton(page).click();

    await expectOrderPlaced(page);
  });

  test('VAL-025 an address that was left empty is asked for', async ({ page, context, shop, sql, signIn }) => {
    await signIn();
    await fillCart({ context, shop, sql }, CUFFLINKS);
    await page.goto('/checkout');

    await method(page, 'Cash on delivery').check();
    await payButton(page).click();

    await expect(address(page)).toHaveAccessibleDescription('Please select a shipping address');
  });
});
