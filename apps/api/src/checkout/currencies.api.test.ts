import { randomUUID } from 'node:crypto';
import { formatCharge } from '@shop/contracts/common/money';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { expect, test } from 'vitest';
import { aVariant, cartIn } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const owner = await shop.anAdmin();

async function setCurrency(paymentCurrency: string, paymentRate: number) {
  const settings = (await owner.get('/api/admin/settings')).json();
  const saved = await owner.put('/api/admin/settings', { ...settings, paymentCurrency, paymentRate });
  expect(saved.statusCode).toBe(200);
}

// $100.00, $8.00 of tax and $9.99 for shipping.
test.each([
  {
    currency: 'JPY',
    rate: 150,
    minor: 17_699,
    shown: '17,699',
    partialRefund: { amount: 699, minor: 699, remaining: '17,000' },
  },
  {
    currency: 'KWD',
    rate: 0.307,
    minor: 36_220,
    shown: '36.220',
    partialRefund: { amount: 6.2, minor: 6_200, remaining: '30.020' },
  },
])('a store set to $currency shows, charges and refunds the same amount', async ({ currency, rate, ...expected }) => {
  await setCurrency(currency, rate);
  const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  const { minor, shown, partialRefund } = expected;

  const quoted = cartIn(await customer.get('/api/cart')).charge;
  const { order } = startedCheckout(await customer.start({ amount: quoted.amount }));
  const { payment, verification } = await shop.sandbox.pay(order.id);
  const { orderId } = (await customer.verify(verification)).json();

  expect(quoted).toEqual({ amount: minor, currency });
  expect(formatCharge(quoted.amount, quoted.currency)).toContain(shown);
  expect(order).toMatchObject({ amount: minor, currency });
  expect(payment.amount).toBe(minor);

  const refund = (amount: number) =>
    owner.post(
      `/api/admin/orders/${orderId}/refunds`,
      { amount, reason: 'A scratch' },
      { 'idempotency-key': randomUUID() },
    );
  const getAdminOrder = async () => AdminOrder.parse((await owner.get(`/api/admin/orders/${orderId}`)).json());
  expect((await refund(partialRefund.amount)).statusCode).toBe(200);
  expect(await getAdminOrder()).toMatchObject({
    refundable: minor - partialRefund.minor,
    payments: [{ refunds: [{ amount: partialRefund.minor }] }],
  });
  const tooMuch = await refund(partialRefund.amount * 100);
  expect(tooMuch.json()).toMatchObject({ status: 409, code: 'refund_too_large' });
  expect(tooMuch.json().message).toContain(partialRefund.remaining);
});

test('a partial refund in yen with decimals is rejected at its field', async () => {
  await setCurrency('JPY', 150);
  const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  const { order } = startedCheckout(await customer.start());
  const { orderId } = (await customer.verify((await shop.sandbox.pay(order.id)).verification)).json();

  const response = await owner.post(
    `/api/admin/orders/${orderId}/refunds`,
    { amount: 10.5, reason: 'A scratch' },
    { 'idempotency-key': randomUUID() },
  );

  const message = adminOrderMessages.wholeAmount('JPY');
  expect(response.json()).toMatchObject({ status: 422, errors: [{ field: 'amount', message }] });
});
