import { randomUUID } from 'node:crypto';
import { idempotencyMessages } from '@shop/contracts/common/messages';
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
const { sql } = shop;

describe('the idempotency key', () => {
  test('CHK-017 opens one checkout, and returns the same response except for the remaining time', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const key = randomUUID();

    const first = await ada.start({}, key);
    const again = await ada.start({}, key);

    expect(withoutSecondsRemaining(again)).toEqual(withoutSecondsRemaining(first));
    expect((await sql.query('select from checkouts where user_id = $1', [ada.id])).rowCount).toBe(1);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });
  });

  test('is optional for online methods: the same cart with the same terms continues the same checkout', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);

    const first = startedCheckout(await ada.post('/api/payment/create-order', { amount: 11_799 }));
    const again = startedCheckout(await ada.post('/api/payment/create-order', { amount: 11_799 }));

    expect(again).toEqual({ ...first, secondsRemaining: expect.any(Number) });
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });
  });

  test('is optional for online methods: of ten requests at once, all get the one checkout or wait for it', async () => {
    const { variantId } = await aVariant(shop, { quantities: [50] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);

    const responses = await Promise.all(Array.from({ length: 10 }, () => ada.post('/api/payment/create-order', {})));

    const waiting = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(waiting.map((response) => response.json().code)).toEqual(waiting.map(() => 'in_progress'));
    expect((await sql.query('select from checkouts where user_id = $1', [ada.id])).rowCount).toBe(1);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 49, reserved: 1 });
  });

  test('is required for cash on delivery, and is bound to its request and customer', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const [ada, bob] = [await aCustomerWithCart(shop, [{ variantId }]), await aCustomerWithCart(shop, [{ variantId }])];
    const key = randomUUID();
    const { checkoutId } = startedCheckout(await ada.start({}, key));

    const without = await ada.post('/api/payment/create-order', { paymentMethod: 'cod' });
    const other = await ada.start({ paymentMethod: 'upi' }, key);

    expect(without.statusCode).toBe(422);
    expect(without.json().errors).toEqual([{ field: 'idempotency-key', message: idempotencyMessages.keyMissing }]);
    expect(other.statusCode).toBe(422);
    expect(other.json()).toMatchObject({ code: 'key_reused', message: idempotencyMessages.keyReused });
    expect(startedCheckout(await bob.start({}, key)).checkoutId).not.toBe(checkoutId);
  });

  test('is deleted after a day, or within minutes without a response', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    await ada.start({}, 'kept');
    await ada.start({}, 'old');
    await sql.query("update idempotency_keys set created_at = now() - interval '26 hours' where key = 'old'");
    await sql.query(
      `insert into idempotency_keys (user_id, key, request_hash, created_at)
       values ($1, 'unanswered', '', now() - interval '4 minutes'), ($1, 'under way', '', now())`,
      [ada.id],
    );

    await sql.query("select graphile_worker.add_job('delete_old_keys')");
    await shop.work();

    const { rows } = await sql.query('select key from idempotency_keys where user_id = $1 order by key', [ada.id]);
    expect(rows.map(({ key }) => key)).toEqual(['kept', 'under way']);
  });

  test.each([
    { end: 'expired', expired: true },
    { end: 'past its time, but not yet expired by the worker', expired: false },
  ])('of a checkout that is $end opens a new one with its own response', async ({ expired }) => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const key = randomUUID();
    const first = startedCheckout(await ada.start({}, key));
    await sql.query('update checkouts set expires_at = now() where id = $1', [first.checkoutId]);
    if (expired) {
      await sql.query("select graphile_worker.add_job('expire_checkouts')");
      await shop.work();
    }

    const next = await ada.start({}, key);

    expect(startedCheckout(next).checkoutId).not.toBe(first.checkoutId);
    expect(startedCheckout(next).order.id).not.toBe(first.order.id);
    expect(withoutSecondsRemaining(await ada.start({}, key))).toEqual(withoutSecondsRemaining(next));
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });
  });

  test('of a replaced checkout opens a new one', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const key = randomUUID();
    const first = startedCheckout(await ada.start({}, key));
    await ada.start({ paymentMethod: 'upi' });

    expect(startedCheckout(await ada.start({}, key)).checkoutId).not.toBe(first.checkoutId);
    expect((await ada.start({ paymentMethod: 'wallet' }, key)).json().code).toBe('key_reused');
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });
  });

  test('of an ended checkout is rejected like a new call when the cart is empty', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const key = randomUUID();
    await ada.start({}, key);
    await ada.start({ paymentMethod: 'cod' });

    expect((await ada.start({}, key)).json().code).toBe('cart_empty');
  });

  test('of a paid checkout returns the same response', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const key = randomUUID();
    const first = await ada.start({}, key);
    const { verification } = await shop.sandbox.pay(startedCheckout(first).order.id);
    expect((await ada.verify(verification)).statusCode).toBe(200);
    await ada.fill([{ variantId }]);

    expect(withoutSecondsRemaining(await ada.start({}, key))).toEqual(withoutSecondsRemaining(first));
  });

  test('of a rejected call can be used again', async () => {
    const { variantId } = await aVariant(shop, { quantities: [5] });
    const ada = await aCustomerWithCart(shop, []);
    const key = randomUUID();
    expect((await ada.start({}, key)).statusCode).toBe(409);

    await ada.fill([{ variantId }]);

    expect((await ada.start({}, key)).statusCode).toBe(200);
  });
});
