import { randomUUID } from 'node:crypto';
import { Order } from '@shop/contracts/orders/schema';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  withoutSecondsRemaining,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, anAdmin } = shop;

const checkoutsOf = async (userId: string) =>
  (await sql.query('select id, status from checkouts where user_id = $1 order by id', [userId])).rows;
const remainingSecondsOf = async (id: string) =>
  (
    await sql.query(
      `select round(extract(epoch from c.expires_at - now()))::int as seconds, bool_and(r.expires_at = c.expires_at) as same
         from checkouts c join reservations r on r.checkout_id = c.id where c.id = $1 group by c.id`,
      [id],
    )
  ).rows[0];

describe('a checkout started again', () => {
  test('on the same terms is the same one, whatever the idempotency key', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);

    const first = await ada.start();
    const second = await ada.start();

    expect(withoutSecondsRemaining(second)).toEqual(withoutSecondsRemaining(first));
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });
  });

  test('gets its full reservation time again, but only once', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const { checkoutId } = startedCheckout(await ada.start());
    const setOneMinuteRemaining = () =>
      sql.query(
        `with c as (update checkouts set expires_at = now() + interval '1 minute' where id = $1 returning id, expires_at)
         update reservations r set expires_at = c.expires_at from c where r.checkout_id = c.id`,
        [checkoutId],
      );

    await setOneMinuteRemaining();
    await ada.start();
    const { seconds, same } = await remainingSecondsOf(checkoutId);
    expect(same).toBe(true);
    expect(seconds).toBeGreaterThan(890);

    await setOneMinuteRemaining();
    expect(startedCheckout(await ada.start()).checkoutId).toBe(checkoutId);
    expect((await remainingSecondsOf(checkoutId)).seconds).toBeLessThan(61);
  });

  test('returns the remaining seconds, also for a repeated idempotency key', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const key = randomUUID();
    const { checkoutId, secondsRemaining } = startedCheckout(await ada.start({}, key));
    expect(secondsRemaining).toBeGreaterThan(14 * 60);
    expect(secondsRemaining).toBeLessThanOrEqual(15 * 60);
    await sql.query(`update checkouts set expires_at = now() + interval '2 minutes', extended = true where id = $1`, [
      checkoutId,
    ]);

    for (const again of [await ada.start({}, key), await ada.start()]) {
      expect(startedCheckout(again).secondsRemaining).toBeGreaterThan(60);
      expect(startedCheckout(again).secondsRemaining).toBeLessThanOrEqual(120);
    }
  });

  test('in its last second is a new one with the full time, with a new key and with its own', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    for (const key of [randomUUID(), undefined]) {
      const first = startedCheckout(await ada.start({}, key));
      await sql.query(
        `update checkouts set expires_at = now() + interval '900 milliseconds', extended = true where id = $1`,
        [first.checkoutId],
      );

      const second = startedCheckout(await ada.start({}, key));

      expect(second.checkoutId).not.toBe(first.checkoutId);
      expect(second.secondsRemaining).toBeGreaterThan(14 * 60);
    }
  });

  test('on other terms replaces the first, whose reserved last unit is available to it', async () => {
    const { variantId, productId } = await aVariant(shop, { quantities: [1], price: 100 });
    const other = await aVariant(shop, { quantities: [3] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    await ada.start();

    expect((await ada.start({ paymentMethod: 'upi' })).statusCode).toBe(200);
    expect((await ada.start({ paymentMethod: 'upi', shippingMethod: 'express' })).statusCode).toBe(200);
    await ada.fill([other]);
    expect((await ada.start({ paymentMethod: 'upi' })).statusCode).toBe(200);
    await sql.query('update products set price_cents = 9900 where id = $1', [productId]);
    expect((await ada.start({ paymentMethod: 'upi' })).statusCode).toBe(200);

    expect((await checkoutsOf(ada.id)).map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
      'open',
    ]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 1 });
    expect(await unitsOf(shop, other.variantId)).toMatchObject({ available: 2, reserved: 1 });
  });

  test('keeps the use of its discount code', async () => {
    await sql.query(
      "insert into discount_codes (code, percent_bp, usage_limit, per_user_limit) values ('ONCEONLY', 1000, 1, 1)",
    );
    const { variantId } = await aVariant(shop, { quantities: [1], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId }], 'ONCEONLY');
    expect(startedCheckout(await ada.start()).order.amount).toBe(10_799);

    expect(startedCheckout(await ada.start({ shippingMethod: 'express' })).order.amount).toBe(11_099);

    const { rows } = await sql.query("select used::int from discount_codes where code = 'ONCEONLY'");
    expect(rows).toEqual([{ used: 1 }]);
  });
});

describe('cash on delivery', () => {
  test('CHK-028 CHK-029 places the order at once, without the provider, to be paid on delivery', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 2 }]);
    const createdBefore = (await sandbox.ledgerEntries('order.created')).length;
    const key = randomUUID();

    const response = await ada.start({ paymentMethod: 'cod' }, key);

    const { checkoutId, placed } = response.json();
    const order = Order.parse((await ada.get(`/api/orders/${placed.orderId}`)).json());
    expect(order).toMatchObject({
      status: 'pending',
      paymentStatus: 'pending',
      paymentMethod: 'cod',
      number: placed.number,
      total: 225.99,
    });
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 3, reserved: 0, sold: 2 });
    expect((await ada.get('/api/cart')).json().items).toEqual([]);
    expect((await sandbox.ledgerEntries('order.created')).length).toBe(createdBefore);
    expect((await ada.get(`/api/checkouts/${checkoutId}`)).json()).toMatchObject({ status: 'completed', placed });

    expect((await ada.start({ paymentMethod: 'cod' }, key)).body).toBe(response.body);
    expect((await ada.start({ paymentMethod: 'cod' })).json().code).toBe('cart_empty');
  });

  test('CHK-030 is paid when an admin sets the order to delivered', async () => {
    const { variantId } = await aVariant(shop);
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const { placed } = (await ada.start({ paymentMethod: 'cod' })).json();
    const admin = await anAdmin();

    await admin.put(
      `/api/orders/${placed.orderId}/status`,
      { status: 'delivered' },
      { 'idempotency-key': randomUUID() },
    );

    expect((await ada.get(`/api/orders/${placed.orderId}`)).json()).toMatchObject({
      status: 'delivered',
      paymentStatus: 'paid',
    });
  });

  test('releases the reservation of an unpaid card checkout', async () => {
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    await ada.start();

    expect((await ada.start({ paymentMethod: 'cod' })).statusCode).toBe(200);

    expect((await checkoutsOf(ada.id)).map(({ status }) => status)).toEqual(['cancelled', 'completed']);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
  });
});
