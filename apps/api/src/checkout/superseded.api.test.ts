import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, work } = shop;

async function aCustomer(units = 5) {
  const { variantId } = await aVariant(shop, { quantities: [units], price: 100 });
  return { variantId, ada: await aCustomerWithCart(shop, [{ variantId }]) };
}

/** Starts a checkout by card and lets it expire. */
async function anExpiredCheckout(ada: CustomerWithCart, body: object = {}) {
  const started = startedCheckout(await ada.start(body));
  await expire(started.checkoutId);
  return started;
}

async function expire(checkoutId: string) {
  await sql.query("update checkouts set expires_at = now() - interval '1 second' where id = $1", [checkoutId]);
  await sql.query("select graphile_worker.add_job('expire_checkouts')");
  await work();
}

const payAndVerify = async (ada: CustomerWithCart, order: { id: string }) =>
  ada.verify((await sandbox.pay(order.id)).verification);

async function ordersOf(ada: CustomerWithCart) {
  const { rows } = await sql.query('select status, payment_method from orders where user_id = $1 order by id', [
    ada.id,
  ]);
  return rows;
}

/** The payment of this order is refunded in full, and the customer was notified. */
async function expectRefund(
  ada: CustomerWithCart,
  { checkoutId, order }: { checkoutId: string; order: { id: string } },
) {
  await work();
  const { rows } = await sql.query(
    `select p.status as payment, r.status as refund, r.amount_minor = p.amount_minor as whole,
            (select count(*)::int from notifications n where n.user_id = $2 and n.title = $3) as notified
       from payments p join refunds r on r.payment_id = p.id where p.provider_order_id = $1`,
    [order.id, ada.id, orderMessages.refundedTitle],
  );
  expect(rows).toEqual([{ payment: 'refunded', refund: 'processed', whole: true, notified: expect.any(Number) }]);
  expect(rows[0].notified).toBeGreaterThan(0);
  // Read by the page that polls for the payment: it ends with the text for a payment that was not needed.
  expect((await ada.get(`/api/checkouts/${checkoutId}`)).json()).toMatchObject({
    status: 'cancelled',
    refunded: true,
    placed: null,
  });
}

const notNeeded = { status: 409, code: 'payment_not_needed', message: checkoutMessages.notNeeded };

describe('a payment for an expired checkout whose cart was checked out again', () => {
  test('is refunded when the cart was ordered by cash on delivery', async () => {
    const { ada, variantId } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    expect((await ada.start({ paymentMethod: 'cod' })).statusCode).toBe(200);

    expect((await payAndVerify(ada, first.order)).json()).toMatchObject(notNeeded);

    await expectRefund(ada, first);
    expect(await ordersOf(ada)).toEqual([{ status: 'pending', payment_method: 'cod' }]);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
  });

  test('is refunded when the webhook alone reports it, and the webhook is processed', async () => {
    const { ada } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    await ada.start({ paymentMethod: 'cod' });

    await sandbox.pay(first.order.id);
    await waitForWebhooks(shop, first.order.id, 3);
    await work();

    await expectRefund(ada, first);
    const { rows } = await sql.query(
      `select count(*)::int as waiting from webhook_inbox
        where payload #>> '{payload,payment,entity,order_id}' = $1 and processed_at is null`,
      [first.order.id],
    );
    expect(rows).toEqual([{ waiting: 0 }]);
  });

  test.each([
    { change: 'the same cart', added: 0, terms: {} },
    { change: 'the same cart by express shipping', added: 0, terms: { shippingMethod: 'express' } },
    { change: 'a changed cart', added: 1, terms: {} },
  ])('is refunded while the second checkout, of $change, waits for its payment', async ({ added, terms }) => {
    const { ada, variantId } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    if (added > 0) await ada.fill([{ variantId, quantity: added }]);
    const { order } = startedCheckout(await ada.start(terms));

    expect((await payAndVerify(ada, first.order)).json()).toMatchObject(notNeeded);

    await expectRefund(ada, first);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4 - added, reserved: 1 + added, sold: 0 });
    expect((await payAndVerify(ada, order)).statusCode).toBe(200);
    expect(await ordersOf(ada)).toHaveLength(1);
  });

  test('is refunded when items were added to the cart before the second checkout was paid', async () => {
    const { ada, variantId } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    await ada.fill([{ variantId }]);
    const second = startedCheckout(await ada.start());
    expect((await payAndVerify(ada, second.order)).statusCode).toBe(200);

    expect((await payAndVerify(ada, first.order)).json()).toMatchObject(notNeeded);

    await expectRefund(ada, first);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 3, reserved: 0, sold: 2 });
  });

  test('is refunded when both are paid concurrently, and one order is placed', async () => {
    const { ada } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    const second = startedCheckout(await ada.start());
    const [late, inTime] = [await sandbox.pay(first.order.id), await sandbox.pay(second.order.id)];

    const responses = await Promise.all([ada.verify(late.verification), ada.verify(inTime.verification)]);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 200]);
    await expectRefund(ada, first);
    expect(await ordersOf(ada)).toHaveLength(1);
  });

  test('is refunded when the order of the second checkout was cancelled since', async () => {
    const { ada, variantId } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    const { placed } = (await ada.start({ paymentMethod: 'cod' })).json();
    const cancelled = await ada.post(`/api/orders/${placed.orderId}/cancellation`, undefined, {
      'idempotency-key': crypto.randomUUID(),
    });
    expect(cancelled.statusCode).toBe(200);

    expect((await payAndVerify(ada, first.order)).json()).toMatchObject(notNeeded);

    await expectRefund(ada, first);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 5, reserved: 0, sold: 0 });
  });
});

describe('of several expired checkouts of one cart', () => {
  test.each([
    { change: 'unchanged', added: 0 },
    { change: 'changed', added: 1 },
  ])('the one paid first is placed, and the newer one of the $change cart is refunded', async ({ added }) => {
    const { ada, variantId } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    if (added > 0) await ada.fill([{ variantId, quantity: added }]);
    const second = await anExpiredCheckout(ada);

    expect((await payAndVerify(ada, first.order)).statusCode).toBe(200);
    expect((await payAndVerify(ada, second.order)).json()).toMatchObject(notNeeded);

    await expectRefund(ada, second);
    expect(await ordersOf(ada)).toHaveLength(1);
    expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
    expect((await ada.get('/api/cart')).json().itemCount).toBe(added);
  });

  test('the newer one is placed when it is paid first, and the older one is refunded', async () => {
    const { ada } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    const second = await anExpiredCheckout(ada);

    expect((await payAndVerify(ada, second.order)).statusCode).toBe(200);
    expect((await payAndVerify(ada, first.order)).json()).toMatchObject(notNeeded);

    await expectRefund(ada, first);
    expect(await ordersOf(ada)).toHaveLength(1);
  });

  test('one is placed when both are paid concurrently', async () => {
    const { ada } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    const second = await anExpiredCheckout(ada);
    const paid = [await sandbox.pay(first.order.id), await sandbox.pay(second.order.id)];

    const responses = await Promise.all(paid.map(({ verification }) => ada.verify(verification)));

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    await work();
    expect(await ordersOf(ada)).toHaveLength(1);
  });

  test('a replaced one does not supersede the oldest, which is placed when it is paid first', async () => {
    const { ada } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    const abandoned = startedCheckout(await ada.start());
    const last = await anExpiredCheckout(ada, { shippingMethod: 'express' });

    expect((await payAndVerify(ada, first.order)).statusCode).toBe(200);
    for (const other of [abandoned, last]) {
      expect((await payAndVerify(ada, other.order)).json()).toMatchObject(notNeeded);
      await expectRefund(ada, other);
    }
    expect(await ordersOf(ada)).toHaveLength(1);
  });

  test('none is placed for a cart that no longer exists', async () => {
    const { ada } = await aCustomer();
    const first = await anExpiredCheckout(ada);
    await sql.query('delete from carts where user_id = $1', [ada.id]);

    expect((await payAndVerify(ada, first.order)).json()).toMatchObject(notNeeded);

    await expectRefund(ada, first);
    expect(await ordersOf(ada)).toEqual([]);
  });
});

test('a cart filled again after a late payment becomes a second order', async () => {
  const { ada, variantId } = await aCustomer();
  const first = await anExpiredCheckout(ada);
  expect((await payAndVerify(ada, first.order)).statusCode).toBe(200);
  await ada.fill([{ variantId }]);
  const next = await anExpiredCheckout(ada);

  expect((await payAndVerify(ada, next.order)).statusCode).toBe(200);

  expect(await ordersOf(ada)).toHaveLength(2);
});
