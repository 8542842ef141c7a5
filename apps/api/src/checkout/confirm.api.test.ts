import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { PlacedOrder } from '@shop/contracts/checkout/schema';
import { Order } from '@shop/contracts/orders/schema';
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
import { UNKNOWN_ID } from '#test/ids.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, work } = shop;

async function aStartedCheckout(input: object = {}) {
  const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  return { ada, variantId, ...startedCheckout(await ada.start(input)) };
}
const ordersOf = async (userId: string) =>
  (
    await sql.query(
      `select o.id, o.number, o.status, o.payment_status,
              (select count(*)::int from order_status_history where order_id = o.id) as steps,
              (select count(*)::int from notifications n join order_status_history h on h.id = n.history_id
                where h.order_id = o.id) as notifications,
              (select count(*)::int from email_messages where order_id = o.id) as emails
         from orders o where user_id = $1`,
      [userId],
    )
  ).rows;
const stateOf = async (ada: CustomerWithCart, id: string) => (await ada.get(`/api/checkouts/${id}`)).json();

describe('a payment verification', () => {
  test.each(['card', 'upi', 'wallet', 'netbanking'])(
    'STATE-002 CHK-025 CHK-026 CHK-027 by %s places a pending, paid order with a notification and an email',
    async (method) => {
      const { ada, variantId, order, checkoutId } = await aStartedCheckout({ paymentMethod: method });
      const { verification } = await sandbox.pay(order.id, { method });

      const response = await ada.verify(verification);

      const { orderId, number } = PlacedOrder.parse(response.json());
      expect(await ordersOf(ada.id)).toEqual([
        { id: orderId, number, status: 'pending', payment_status: 'paid', steps: 1, notifications: 1, emails: 1 },
      ]);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 0, sold: 1 });
      expect((await ada.get('/api/cart')).json().items).toEqual([]);
      expect(await stateOf(ada, checkoutId)).toEqual({
        id: checkoutId,
        status: 'completed',
        placed: { orderId, number },
        refunded: false,
        payable: null,
      });
    },
  );

  test('CONST-015 CONST-016 keeps the tax and exchange rate of the checkout for order and payment', async () => {
    await sql.query('update store_settings set payment_rate = 83.25');
    const { ada, order } = await aStartedCheckout();
    await sql.query("update store_settings set payment_rate = 1, tax_bp = 2500, payment_currency = 'EUR'");

    const { orderId } = (await ada.verify((await sandbox.pay(order.id)).verification)).json();

    const placed = Order.parse((await ada.get(`/api/orders/${orderId}`)).json());
    expect(placed).toMatchObject({ tax: 8, total: 117.99, charge: { amount: 982_267, currency: 'INR' } });
    const { rows } = await sql.query(
      'select tax_bp, charge_rate::float8, p.rate::float8, p.amount_minor::int from orders o join payments p on p.order_id = o.id where o.id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ tax_bp: 800, charge_rate: 83.25, rate: 83.25, amount_minor: 982_267 }]);
    await sql.query("update store_settings set tax_bp = 800, payment_currency = 'INR'");
  });

  test('keeps items that were added to the cart since the checkout', async () => {
    const { ada, variantId, order } = await aStartedCheckout();
    const { variantId: later } = await aVariant(shop);
    await ada.fill([{ variantId, quantity: 2 }, { variantId: later }]);

    await ada.verify((await sandbox.pay(order.id)).verification);

    const { items } = (await ada.get('/api/cart')).json();
    expect(items).toMatchObject([
      { variantId, quantity: 2 },
      { variantId: later, quantity: 1 },
    ]);
  });

  test('of an authorized payment captures it first', async () => {
    const { ada, order } = await aStartedCheckout();
    const { verification } = await sandbox.pay(order.id, { outcome: 'authorized' });

    expect((await ada.verify(verification)).statusCode).toBe(200);

    expect(await sandbox.ledgerEntries('payment.captured')).toContainEqual(
      expect.objectContaining({ payment: expect.objectContaining({ id: verification.razorpay_payment_id }) }),
    );
  });

  test('of an unfinished payment places no order', async () => {
    const { ada, order, checkoutId } = await aStartedCheckout();
    const { verification } = await sandbox.pay(order.id, { outcome: 'created' });

    const early = await ada.verify(verification);

    expect(early.statusCode).toBe(409);
    expect(early.json()).toMatchObject({ code: 'payment_under_way', message: checkoutMessages.confirming });
    expect(await ordersOf(ada.id)).toEqual([]);
    expect(await stateOf(ada, checkoutId)).toMatchObject({ status: 'open', placed: null });
  });
});

describe('the webhook', () => {
  test('CHK-023 alone also confirms a payment', async () => {
    const { ada, order, checkoutId } = await aStartedCheckout();

    await sandbox.pay(order.id);
    await waitForWebhooks(shop, order.id, 3);
    await work();

    expect(await ordersOf(ada.id)).toMatchObject([{ status: 'pending', payment_status: 'paid', steps: 1, emails: 1 }]);
    expect(await stateOf(ada, checkoutId)).toMatchObject({ status: 'completed' });
    const { rows } = await sql.query('select from webhook_inbox where processed_at is null');
    expect(rows).toEqual([]);
  });

  test('is stored without personal data', async () => {
    const { order } = await aStartedCheckout();
    await sandbox.pay(order.id);
    await waitForWebhooks(shop, order.id, 3);

    const { rows } = await sql.query(
      `select distinct k from webhook_inbox, jsonb_object_keys(payload #> '{payload,payment,entity}') k
        where payload #>> '{payload,payment,entity,order_id}' = $1 order by k`,
      [order.id],
    );
    expect(rows.map(({ k }) => k)).toEqual(['amount', 'currency', 'id', 'order_id', 'status']);
    await work();
  });

  test('CHK-024 and the payment verification, in any order and repeated, place one order', async () => {
    for (const first of ['verification', 'webhook']) {
      const { ada, order } = await aStartedCheckout();
      const { verification } = await sandbox.pay(order.id);
      await waitForWebhooks(shop, order.id, 3);

      if (first === 'webhook') await work();
      const responses = [await ada.verify(verification), await ada.verify(verification)];
      await work();
      await sandbox.redeliver({ order_id: order.id });
      await work();
      responses.push(await ada.verify(verification));

      expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
      expect(await ordersOf(ada.id)).toMatchObject([{ steps: 1, notifications: 1, emails: 1 }]);
    }
  });

  test('that is late or out of order never reverts a payment', async () => {
    const { ada, order } = await aStartedCheckout();
    await sandbox.pay(order.id, { outcome: 'failure' });
    await sandbox.failWebhooks({ do: 'reorder', times: 3 });
    await sandbox.pay(order.id);
    await waitForWebhooks(shop, order.id, 4);

    await work();
    await sandbox.redeliver({ event: 'payment.failed', order_id: order.id });
    await work();

    const { rows } = await sql.query(
      'select status, failure_reason is not null as reason from payments where provider_order_id = $1 order by status',
      [order.id],
    );
    expect(rows).toEqual([
      { status: 'captured', reason: false },
      { status: 'failed', reason: true },
    ]);
    expect(await ordersOf(ada.id)).toHaveLength(1);
  });
});

test('a checkout is visible only to its customer', async () => {
  const { checkoutId } = await aStartedCheckout();
  const eve = await aCustomerWithCart(shop, []);

  const foreign = await eve.get(`/api/checkouts/${checkoutId}`);
  const unknown = await eve.get(`/api/checkouts/${UNKNOWN_ID}`);

  expect(foreign.statusCode).toBe(404);
  expect({ ...foreign.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' });
});
