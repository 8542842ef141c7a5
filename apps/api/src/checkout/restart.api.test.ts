import { randomUUID } from 'node:crypto';
import { Order } from '@shop/contracts/orders/schema';
import { describe, expect, test } from 'vitest';
import { anEmail } from '#test/builders/account.ts';
import { discountCodeUses, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aGuestBuyer, type GuestBuyer } from '#test/builders/guest-buyer.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  withoutSecondsRemaining,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { rounds } from '#test/property-runs.ts';
import { finalizeWithProvider } from './confirm.ts';
import { expireCheckouts } from './expire.ts';

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

  test('after prices that moved in opposite directions is a new one with the new prices', async () => {
    const [ring, chain] = [await aVariant(shop, { price: 100 }), await aVariant(shop, { price: 100 })];
    const ada = await aCustomerWithCart(shop, [{ variantId: ring.variantId }, { variantId: chain.variantId }]);
    const first = startedCheckout(await ada.start());
    await sql.query('update products set price_cents = 11000 where id = $1', [ring.productId]);
    await sql.query('update products set price_cents = 9000 where id = $1', [chain.productId]);

    const second = startedCheckout(await ada.start());

    expect(second.order.amount).toBe(first.order.amount);
    expect(second.checkoutId).not.toBe(first.checkoutId);
    const { rows } = await sql.query(
      'select variant_id as id, unit_price_cents::int as cents from checkout_lines where checkout_id = $1',
      [second.checkoutId],
    );
    expect(new Map(rows.map(({ id, cents }) => [id, cents]))).toEqual(
      new Map([
        [ring.variantId, 11_000],
        [chain.variantId, 9_000],
      ]),
    );
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

    expect(await discountCodeUses(shop, 'ONCEONLY')).toBe(1);
  });
});

describe('a checkout with a code limited per customer', () => {
  const payByCard = (buyer: GuestBuyer, key: string = randomUUID()) =>
    buyer.post('/api/payment/create-order', { paymentMethod: 'card' }, { 'idempotency-key': key });

  /** Guests with one email address, each with an open checkout with the code. */
  async function guestsWithOpenCheckouts() {
    const code = `ONCE${randomUUID().slice(0, 8)}`.toUpperCase();
    await sql.query('insert into discount_codes (code, percent_bp, per_user_limit) values ($1, 1000, 1)', [code]);
    const email = anEmail();
    return Promise.all(
      [email, email, email.replace('@', '+again@')].map(async (address) => {
        const buyer = await aGuestBuyer(shop, { email: address });
        await buyer.post('/api/cart/items', { variantId: (await aVariant(shop, { price: 100 })).variantId });
        expect((await buyer.post('/api/cart/discount', { code })).statusCode).toBe(200);
        const key = randomUUID();
        const started = startedCheckout(await payByCard(buyer, key));
        return { ...buyer, ...started, key };
      }),
    );
  }
  const pay = async (guest: Awaited<ReturnType<typeof guestsWithOpenCheckouts>>[number]) =>
    guest.post('/api/payment/verify', (await sandbox.pay(guest.order.id)).verification);

  test('is refused before it is paid once another guest with the same email address has ordered with the code', async () => {
    const [first, ...others] = await guestsWithOpenCheckouts();
    if (!first) throw new Error('No guest.');

    expect((await pay(first)).statusCode).toBe(200);

    for (const other of others) {
      for (const key of [other.key, randomUUID()]) {
        const again = await payByCard(other, key);
        expect([again.statusCode, again.json().code]).toEqual([409, 'discount_invalid']);
      }
      expect((await other.get(`/api/checkouts/${other.checkoutId}`)).json()).toMatchObject({ payable: null });
      await other.delete('/api/cart/discount');
      expect(startedCheckout(await payByCard(other)).checkoutId).not.toBe(other.checkoutId);
    }
  });

  test('can be paid while the checkouts of others with the same email address are open, or their orders cancelled', async () => {
    const [first, second, third] = await guestsWithOpenCheckouts();
    if (!first || !second || !third) throw new Error('No guests.');
    const placed = (await pay(first)).json();
    await first.post(`/api/orders/${placed.orderId}/cancellation`, {}, { 'idempotency-key': randomUUID() });

    for (const key of [second.key, randomUUID()])
      expect(startedCheckout(await payByCard(second, key)).checkoutId).toBe(second.checkoutId);
    expect((await third.get(`/api/checkouts/${third.checkoutId}`)).json().payable).toMatchObject({
      order: third.order,
    });
    expect((await pay(second)).statusCode).toBe(200);
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

describe('a checkout that replaces another with the same charge for the same lines', () => {
  async function aReplacedCheckout() {
    const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const first = startedCheckout(await ada.start({ paymentMethod: 'card' }));
    return { ada, variantId, first, replace: async () => startedCheckout(await ada.start({ paymentMethod: 'upi' })) };
  }
  const ordersOf = async (userId: string) =>
    (await sql.query('select checkout_id as id, payment_method as method from orders where user_id = $1', [userId]))
      .rows;

  test('takes its order at the provider along, which a payment in either window pays', async () => {
    const { ada, variantId, first, replace } = await aReplacedCheckout();

    const second = await replace();
    const { verification } = await sandbox.pay(first.order.id);
    const response = await ada.verify(verification);

    expect(second.order).toEqual(first.order);
    expect(second.checkoutId).not.toBe(first.checkoutId);
    expect(response.statusCode).toBe(200);
    expect(await ordersOf(ada.id)).toEqual([{ id: second.checkoutId, method: 'upi' }]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
    // The page of the older window leads to the order.
    for (const { checkoutId } of [first, second])
      expect((await ada.get(`/api/checkouts/${checkoutId}`)).json().placed).toEqual(response.json());
  });

  test('keeps it over any number of changes, and expires with it', async () => {
    const { ada, first, replace } = await aReplacedCheckout();
    await replace();
    const wallet = startedCheckout(await ada.start({ paymentMethod: 'wallet' }));
    await sql.query('update checkouts set expires_at = now() where id = $1', [wallet.checkoutId]);
    await expireCheckouts(shop.db);

    const late = await ada.verify((await sandbox.pay(first.order.id)).verification);

    expect(late.statusCode).toBe(200);
    expect(await ordersOf(ada.id)).toEqual([{ id: wallet.checkoutId, method: 'wallet' }]);
    expect((await ada.get(`/api/checkouts/${first.checkoutId}`)).json().placed).toEqual(late.json());
  });

  test('opens another order once a payment of the first was reported', async () => {
    const { ada, first, replace } = await aReplacedCheckout();
    const { payment } = await sandbox.pay(first.order.id, { outcome: 'failure' });
    await finalizeWithProvider(shop, await shop.provider.fetchPayment(payment.id));

    const second = await replace();

    expect(second.order.id).not.toBe(first.order.id);
    expect((await ada.verify((await sandbox.pay(second.order.id)).verification)).statusCode).toBe(200);
  });

  test('is paid once, whether the change or the payment of the first comes first', { timeout: 120_000 }, async () => {
    for (let round = 0; round < rounds(10, 200); round += 1) {
      const { ada, variantId, first } = await aReplacedCheckout();
      const { verification } = await sandbox.pay(first.order.id);

      const [verified, replaced] = await Promise.all([ada.verify(verification), ada.start({ paymentMethod: 'upi' })]);

      expect([200, 409]).toContain(replaced.statusCode);
      // A checkout that was started after the payment has bought the cart finds it empty.
      expect([verified.statusCode, (await ordersOf(ada.id)).length]).toEqual([200, 1]);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
    }
  });
});
