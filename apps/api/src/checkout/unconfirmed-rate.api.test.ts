import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { beforeEach, describe, expect, test } from 'vitest';
import { aVariant, cartIn } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql } = shop;
const owner = await shop.anAdmin();
const ONLINE = ['card', 'upi', 'wallet', 'netbanking'] as const;

const save = async (change: object) => {
  const settings = (await owner.get('/api/admin/settings')).json();
  return (await owner.put('/api/admin/settings', { ...settings, ...change })).json();
};
const aCustomer = async () => {
  const { variantId } = await aVariant(shop, { quantities: [50], price: 92 });
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  await sql.query('update users set email_verified = true where id = $1', [customer.id]);
  return customer;
};

/** As a new store without sample data: ₹1 for $1, and no owner has decided on it. */
beforeEach(() =>
  sql.query(
    `update store_settings set payment_currency = 'INR', payment_rate = 1, payment_rate_status = 'unconfirmed'`,
  ),
);

describe('until an owner has set or confirmed the exchange rate', () => {
  test.each(ONLINE)('a payment by %s is rejected, nothing is reserved, and cash is accepted', async (paymentMethod) => {
    const customer = await aCustomer();

    const refused = await customer.start({ paymentMethod });

    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'online_payment_off',
      message: checkoutMessages.onlinePaymentOff,
    });
    const { rows } = await sql.query('select from checkouts where user_id = $1', [customer.id]);
    expect(rows).toEqual([]);
    expect(cartIn(await customer.get('/api/cart')).onlinePayment).toBe(false);
    expect((await customer.start({ paymentMethod: 'cod' })).json()).toMatchObject({
      placed: { number: expect.any(String) },
    });
  });

  test.each([
    ['a rate is set', { paymentRate: 84 }],
    ['the rate of 1 is confirmed', { confirmPaymentRate: true }],
    ['the currency becomes that of the prices', { paymentCurrency: 'USD' }],
  ])('it is accepted after %s', async (_case, change) => {
    const customer = await aCustomer();
    expect((await customer.start()).json()).toMatchObject({ code: 'online_payment_off' });

    await save(change);

    expect(cartIn(await customer.get('/api/cart')).onlinePayment).toBe(true);
    expect((await customer.start()).statusCode).toBe(200);
  });

  test('an order whose total is 0 needs no payment', async () => {
    const customer = await aCustomer();
    await sql.query('update store_settings set tax_bp = 0, standard_shipping_cents = 0');
    const code = `FREE${Date.now()}`;
    await sql.query('insert into discount_codes (code, percent_bp) values ($1, 10000)', [code]);
    await customer.post('/api/cart/discount', { code });

    expect((await customer.start()).json()).toMatchObject({ placed: { number: expect.any(String) } });
    await sql.query('update store_settings set tax_bp = 800, standard_shipping_cents = 999');
  });
});

describe('the exchange rate', () => {
  const statusAfter = async (change: object) => (await save(change)).paymentRateStatus;

  test('is unconfirmed again after a change of the currency alone, and not if the rate is set in the same save', async () => {
    expect(await statusAfter({ paymentRate: 84 })).toBe('confirmed');
    expect(await statusAfter({ paymentCurrency: 'EUR', paymentRateStatus: 'confirmed' })).toBe('unconfirmed');
    expect(await statusAfter({ taxPercent: 7 })).toBe('unconfirmed');
    expect(await statusAfter({ taxPercent: 8, confirmPaymentRate: true })).toBe('confirmed');
    expect(await statusAfter({ paymentCurrency: 'JPY', paymentRate: 151 })).toBe('confirmed');
    expect(await statusAfter({ paymentCurrency: 'KWD', paymentRate: 151, confirmPaymentRate: true })).toBe('confirmed');
  });

  test('of 1 is confirmed explicitly only, because every store begins with it', async () => {
    expect(await statusAfter({ paymentCurrency: 'USD', paymentRate: 1, confirmPaymentRate: true })).toBe('confirmed');
    expect(await statusAfter({ paymentCurrency: 'INR' })).toBe('unconfirmed');
    expect(await statusAfter({ paymentRate: 84 })).toBe('confirmed');
    expect(await statusAfter({ paymentRate: 1 })).toBe('unconfirmed');
  });

  test('is unconfirmed again when the setting of it is undone', async () => {
    await save({ paymentRate: 84 });
    const { rows } = await sql.query(
      `select id from audit_log where action = 'settings.save' order by id desc limit 1`,
    );

    await owner.post(`/api/admin/audit-log/${rows[0].id}/undo`, {}, { 'idempotency-key': randomUUID() });

    expect((await owner.get('/api/admin/settings')).json()).toMatchObject({
      paymentRate: 1,
      paymentRateStatus: 'unconfirmed',
    });
  });
});

test('a checkout that is open when the rate becomes unconfirmed continues at the rate it was started with', async () => {
  await save({ paymentRate: 84 });
  const customer = await aCustomer();
  const { order } = startedCheckout(await customer.start());
  await save({ paymentCurrency: 'EUR' });

  const again = await customer.start();
  const paid = await customer.verify((await shop.sandbox.pay(order.id)).verification);

  expect(again.json()).toMatchObject({ code: 'online_payment_off' });
  expect(paid.statusCode).toBe(200);
  expect((await owner.get(`/api/admin/orders/${paid.json().orderId}`)).json()).toMatchObject({
    paymentStatus: 'paid',
    charge: { amount: order.amount, currency: 'INR' },
  });
});
