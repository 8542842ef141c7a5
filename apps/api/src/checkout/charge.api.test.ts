import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { formatCharge, minor } from '@shop/contracts/common/money';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { discountCodeUses, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const logged: string[] = [];
const shop = await createStoreWithPayments({}, (line) => logged.push(line));
checkInvariantsAfterAll(shop);
const { sql, sandbox, work } = shop;

/** Neither tax nor shipping, so that a price is what is charged; the rate is units of the currency for $1. */
const setTerms = (currency: string, rate: number) =>
  sql.query(
    `update store_settings set tax_bp = 0, standard_shipping_cents = 0, payment_currency = $1, payment_rate = $2`,
    [currency, rate],
  );
beforeEach(() => setTerms('INR', 1));
afterEach(() => sandbox.recover());
await sql.query("insert into discount_codes (code, percent_bp) values ('ALLOFIT', 10000)");

async function aCustomer(price: number, discountCode?: string) {
  const { variantId } = await aVariant(shop, { quantities: [5], price });
  return { variantId, ada: await aCustomerWithCart(shop, [{ variantId }], discountCode) };
}
const checkoutsOf = async (ada: CustomerWithCart) =>
  (await sql.query('select status from checkouts where user_id = $1 order by id', [ada.id])).rows.map(
    (row) => row.status,
  );
const ordersAtProvider = async () => (await sandbox.ledgerEntries('order.created')).length;
const usesOf = (code: string) => discountCodeUses(shop, code);

describe('an order with nothing to pay', () => {
  async function anOrderOfZero() {
    const customer = await aCustomer(100, 'ALLOFIT');
    const response = await customer.ada.start({ amount: 0 });
    expect(response.statusCode, response.body).toBe(200);
    return { ...customer, placed: response.json().placed };
  }
  const cancel = (ada: CustomerWithCart, orderId: string) =>
    ada.post(`/api/orders/${orderId}/cancellation`, undefined, { 'idempotency-key': randomUUID() });

  test('is placed at once as paid, without the payment provider', async () => {
    const before = await ordersAtProvider();
    const uses = await usesOf('ALLOFIT');

    const { ada, variantId, placed } = await anOrderOfZero();

    expect((await ada.get(`/api/orders/${placed.orderId}`)).json()).toMatchObject({
      status: 'pending',
      paymentMethod: 'card',
      paymentStatus: 'paid',
      total: 0,
      charge: { amount: 0, currency: 'INR' },
    });
    expect(await ordersAtProvider()).toBe(before);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
    expect(await usesOf('ALLOFIT')).toBe(uses + 1);
    expect((await ada.get('/api/cart')).json().items).toEqual([]);
    expect(await checkoutsOf(ada)).toEqual(['completed']);
  });

  test('is placed once when the same idempotency key is sent twice concurrently', async () => {
    const { ada } = await aCustomer(100, 'ALLOFIT');
    const key = randomUUID();

    const [one, other] = await Promise.all([ada.start({}, key), ada.start({}, key)]);

    expect(one.statusCode).toBe(200);
    expect(other.body).toBe(one.body);
    expect(await checkoutsOf(ada)).toEqual(['completed']);
  });

  test('has nothing to refund: cancelling restocks it, releases its code and requests no refund', async () => {
    const { ada, variantId, placed } = await anOrderOfZero();
    const uses = await usesOf('ALLOFIT');

    const cancelled = await cancel(ada, placed.orderId);
    await work();

    expect(cancelled.json()).toMatchObject({ status: 'cancelled', paymentStatus: 'paid' });
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, reserved: 0, sold: 0 });
    expect(await usesOf('ALLOFIT')).toBe(uses - 1);
    expect((await sql.query('select from refunds')).rowCount).toBe(0);
  });

  test('is shown in the admin panel without a payment, and a partial refund of it is rejected', async () => {
    const { placed } = await anOrderOfZero();
    const admin = await shop.anAdmin();

    const adminOrder = AdminOrder.parse((await admin.get(`/api/admin/orders/${placed.orderId}`)).json());
    const response = await admin.post(
      `/api/admin/orders/${placed.orderId}/refunds`,
      { amount: 1, reason: 'A scratch' },
      { 'idempotency-key': randomUUID() },
    );

    expect(adminOrder).toMatchObject({ paymentStatus: 'paid', payments: [], refundable: 0 });
    expect(response.json()).toMatchObject({ status: 409, code: 'nothing_to_refund' });
  });

  test('stays unpaid until delivery when cash on delivery was chosen', async () => {
    const { ada } = await aCustomer(100, 'ALLOFIT');
    const { placed } = (await ada.start({ paymentMethod: 'cod' })).json();

    expect((await ada.get(`/api/orders/${placed.orderId}`)).json()).toMatchObject({
      paymentStatus: 'pending',
      total: 0,
    });
  });
});

describe('a charge under the minimum of the payment provider', () => {
  test.each([
    { currency: 'INR', rate: 1, price: 0.99, minimum: 100 },
    { currency: 'KWD', rate: 0.5, price: 1, minimum: 1_000 },
    // Rounded to 0 in the payment currency, but not a total of 0.
    { currency: 'INR', rate: 0.001, price: 1, minimum: 100 },
  ])(
    'is rejected before anything is reserved ($price USD at $rate $currency)',
    async ({ currency, rate, ...given }) => {
      const { price, minimum } = given;
      await setTerms(currency, rate);
      const { ada, variantId } = await aCustomer(price);
      const before = await ordersAtProvider();

      const response = await ada.start();

      const message = checkoutMessages.chargeTooSmall(formatCharge(minor(minimum), currency));
      expect(response.json()).toMatchObject({ status: 409, code: 'charge_too_small', message });
      expect(await checkoutsOf(ada)).toEqual([]);
      expect(await ordersAtProvider()).toBe(before);
      expect((await ada.start({ paymentMethod: 'cod' })).statusCode).toBe(200);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
    },
  );

  test('is the only one rejected: exactly the minimum is charged', async () => {
    const { ada } = await aCustomer(1);

    expect(startedCheckout(await ada.start()).order).toMatchObject({ amount: 100, currency: 'INR' });
  });
});

describe('a charge the payment provider rejects', () => {
  const rejectNextCharge = () => sandbox.fail({ on: 'POST /v1/orders', times: 1, do: 'status', status: 400 });

  test('is no outage: stock and code are released at once, and cash on delivery still works', async () => {
    await sql.query("insert into discount_codes (code, percent_bp, usage_limit) values ('JUSTONE', 1000, 1)");
    const { ada, variantId } = await aCustomer(100, 'JUSTONE');
    await rejectNextCharge();

    const response = await ada.start();

    expect(response.json()).toMatchObject({
      status: 409,
      code: 'charge_refused',
      message: checkoutMessages.chargeRejected,
    });
    expect(response.headers['retry-after']).toBeUndefined();
    expect(await checkoutsOf(ada)).toEqual(['cancelled']);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, reserved: 0 });
    expect(await usesOf('JUSTONE')).toBe(0);
    expect((await ada.start({ paymentMethod: 'cod' })).statusCode).toBe(200);
    expect(await usesOf('JUSTONE')).toBe(1);
  });

  test('is logged with the provider’s message', async () => {
    const { ada } = await aCustomer(100);
    await rejectNextCharge();
    logged.length = 0;

    await ada.start();

    expect(logged.join('')).toContain('We are facing some trouble');
  });

  test('leaves the key free: the same call opens a checkout once the provider accepts it', async () => {
    const { ada, variantId } = await aCustomer(100);
    const key = randomUUID();
    await rejectNextCharge();
    expect((await ada.start({}, key)).statusCode).toBe(409);

    expect(startedCheckout(await ada.start({}, key)).order.amount).toBe(10_000);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });
  });
});
