import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { postalCodeMessages } from '@shop/contracts/identity/account-messages';
import { describe, expect, test } from 'vitest';
import { discountCodeUses, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox } = shop;

const aDiscountCode = async (limits: { usage?: number; perUser?: number } = {}) => {
  const code = `CODE${randomUUID().slice(0, 8).toUpperCase()}`;
  await sql.query(
    'insert into discount_codes (code, percent_bp, usage_limit, per_user_limit) values ($1, 1000, $2, $3)',
    [code, limits.usage, limits.perUser],
  );
  return code;
};
const checkoutsOf = async (userId: string) =>
  (
    await sql.query('select id, status, shipping_address, address_id from checkouts where user_id = $1 order by id', [
      userId,
    ])
  ).rows;

describe('starting a checkout', () => {
  test('CHK-018 CHK-019 CONST-011 reserves the stock for 15 minutes and returns the provider’s order', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 2 }]);

    const response = await ada.start();

    const { checkoutId, order, key } = startedCheckout(response);
    // 200.00, 16.00 of tax and 9.99 for shipping, in paise.
    expect(order).toEqual({ id: expect.stringMatching(/^order_/), amount: 22_599, currency: 'INR' });
    expect(key).toBe(shop.config.payment.keyId);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 3, reserved: 2, sold: 0 });
    const { rows } = await sql.query(
      `select extract(epoch from r.expires_at - r.created_at)::int as seconds, r.status from reservations r
        where checkout_id = $1`,
      [checkoutId],
    );
    expect(rows).toEqual([{ seconds: 900, status: 'reserved' }]);
    const [createdOrder] = await sandbox.ledgerEntries('order.created');
    expect(createdOrder?.order).toMatchObject({ id: order.id, amount: 22_599, receipt: checkoutId });
  });

  test('CHK-016 rejects an amount that differs from the server’s price', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);

    for (const amount of [1, 0, -1, 1e9]) {
      const response = await ada.start({ amount });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({ code: 'price_changed', message: checkoutMessages.priceChanged });
    }
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, reserved: 0 });

    expect(startedCheckout(await ada.start({ amount: 11_799 })).order.amount).toBe(11_799);
  });

  test('rejects the shown amount after the price has changed', async () => {
    const { variantId, productId } = await aVariant(shop, { quantities: [5], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    await sql.query('update products set price_cents = 12000 where id = $1', [productId]);

    expect((await ada.start({ amount: 11_799 })).json().code).toBe('price_changed');
    expect(startedCheckout(await ada.start({ amount: 13_959 })).order.amount).toBe(13_959);
  });

  test('charges express shipping when it is chosen', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);

    expect(startedCheckout(await ada.start({ shippingMethod: 'express' })).order.amount).toBe(12_099);
  });

  test('VAL-026 rejects an empty cart', async () => {
    const ada = await aCustomerWithCart(shop, []);

    const response = await ada.start();

    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'cart_empty', message: 'Your cart is empty' });
  });
});

describe('the shipping address', () => {
  const another = async (userId: string, line1: string) => {
    const { rows } = await sql.query(
      `insert into addresses (user_id, name, line1, city, state, postal_code, country)
       values ($1, 'Other', $2, 'London', 'Greater London', 'W1J 7NT', 'United Kingdom') returning id`,
      [userId, line1],
    );
    return rows[0].id;
  };

  test('CHK-013 is the default one, or the oldest when none is default, unless one is chosen', async () => {
    const { variantId } = await aVariant(shop, { quantities: [9] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const second = await another(ada.id, 'Second');
    const line1 = async () => (await checkoutsOf(ada.id)).at(-1).shipping_address.line1;

    await ada.start();
    expect(await line1()).toBe('12 Analytical Street');

    await ada.start({ addressId: second });
    expect(await line1()).toBe('Second');

    await sql.query('update addresses set is_default = (id = $2) where user_id = $1', [ada.id, second]);
    await ada.start();
    expect(await line1()).toBe('Second');

    await sql.query('update addresses set is_default = false where user_id = $1', [ada.id]);
    await ada.start();
    expect(await line1()).toBe('12 Analytical Street');
    await sql.query('update addresses set is_default = (id = $2) where user_id = $1', [ada.id, second]);
  });

  test('of another customer is not found, and one is required', async () => {
    const { variantId } = await aVariant(shop);
    const [ada, eve] = [await aCustomerWithCart(shop, []), await aCustomerWithCart(shop, [{ variantId }])];
    const adas = await another(ada.id, 'Private');

    const foreign = await eve.start({ addressId: adas });
    const unknown = await eve.start({ addressId: randomUUID() });

    expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect({ ...foreign.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });

    await sql.query('delete from addresses where user_id = $1', [eve.id]);
    const without = await eve.start();
    expect(without.statusCode).toBe(422);
    expect(without.json().message).toBe('Please select a shipping address');
  });

  test('becomes the address of the order, with the recipient as its name, and the phone number', async () => {
    const { variantId } = await aVariant(shop, { quantities: [9] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const stored = async () => (await checkoutsOf(ada.id)).at(-1).shipping_address;

    await ada.start();
    const { name } = (await ada.get('/api/user/me')).json();
    expect(await stored()).toMatchObject({ name, phone: null });

    await sql.query(`update addresses set recipient = 'Grace Hopper', phone = '+1 555 0100' where user_id = $1`, [
      ada.id,
    ]);
    await ada.start();
    expect(await stored()).toMatchObject({ name: 'Grace Hopper', phone: '+1 555 0100', city: 'London' });
  });

  test('saved with an invalid postal code before the check must be corrected, and nothing is reserved', async () => {
    const { variantId } = await aVariant(shop, { quantities: [3] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    await sql.query(`update addresses set country = 'India', postal_code = 'not a pin code!!' where user_id = $1`, [
      ada.id,
    ]);

    for (const paymentMethod of ['card', 'upi']) {
      const response = await ada.start({ paymentMethod });
      const message = checkoutMessages.addressInvalid(postalCodeMessages.India);
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({
        code: 'address_invalid',
        message,
        errors: [{ field: 'addressId', message }],
      });
    }
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 3, reserved: 0 });

    await sql.query(`update addresses set postal_code = '560001' where user_id = $1`, [ada.id]);
    expect((await ada.start()).statusCode).toBe(200);
  });
});

describe('limited stock and discount codes', () => {
  test('an item out of stock is named in the error, and nothing is reserved', async () => {
    const ring = await aVariant(shop, { quantities: [1], name: 'Moon Ring' });
    const gown = await aVariant(shop, { quantities: [5], name: 'Sea Gown' });
    const ada = await aCustomerWithCart(shop, [
      { ...gown, quantity: 2 },
      { ...ring, quantity: 2 },
    ]);

    const few = await ada.start();
    expect(few.statusCode).toBe(409);
    expect(few.json()).toMatchObject({ code: 'out_of_stock', message: checkoutMessages.notEnough('Moon Ring', 1) });

    await sql.query('update stock set available = 0, received = 0 where variant_id = $1', [ring.variantId]);
    expect((await ada.start()).json().message).toBe(checkoutMessages.outOfStock('Moon Ring'));
    expect(await unitsOf(shop, gown.variantId)).toMatchObject({ available: 5, reserved: 0 });

    await sql.query('update stock set available = 2, received = 2 where variant_id = $1', [ring.variantId]);
    await sql.query('update products set sellable = false where id = $1', [gown.productId]);
    expect((await ada.start()).json().message).toBe(checkoutMessages.outOfStock('Sea Gown'));
  });

  test('stock of an expired reservation is available before the worker releases it', async () => {
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const [ada, bob] = [await aCustomerWithCart(shop, [{ variantId }]), await aCustomerWithCart(shop, [{ variantId }])];
    const { checkoutId } = startedCheckout(await ada.start());
    expect((await bob.start()).json().code).toBe('out_of_stock');
    await sql.query("update checkouts set expires_at = now() - interval '1 second' where id = $1", [checkoutId]);

    expect((await bob.start()).statusCode).toBe(200);

    expect((await checkoutsOf(ada.id))[0].status).toBe('expired');
  });

  test('a discount code with one use is redeemed once', async () => {
    const { variantId } = await aVariant(shop, { quantities: [9], price: 100 });
    const code = await aDiscountCode({ usage: 1 });
    const [ada, bob] = [
      await aCustomerWithCart(shop, [{ variantId }], code),
      await aCustomerWithCart(shop, [{ variantId }], code),
    ];

    expect(startedCheckout(await ada.start()).order.amount).toBe(10_799);
    // The other cart has lost its discount, so the amount shown before is rejected.
    expect((await bob.start({ amount: 10_799 })).json().code).toBe('price_changed');
    expect(await discountCodeUses(shop, code)).toBe(1);
  });
});

test('a guest cannot start a checkout', async () => {
  expect((await shop.guest.post('/api/payment/create-order', {}, { 'idempotency-key': 'k' })).statusCode).toBe(401);
});
