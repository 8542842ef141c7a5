import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';

/** The callback of the provider's hosted page is public, so anyone can send anything to it. */

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createStoreWithPayments({ REDIS_URL });
  checkInvariantsAfterAll(shop);
  const { config, guest, sql, sandbox } = shop;

  async function aStartedCheckout(price = 100) {
    const { variantId } = await aVariant(shop, { quantities: [5], price });
    const customer = await aCustomerWithCart(shop, [{ variantId }]);
    return { customer, ...startedCheckout(await customer.start()) };
  }
  const receive = (verification: object) => guest.post('/api/payment/callback', verification);
  const sign = (orderId: string, paymentId: string, secret: string) =>
    createHmac('sha256', secret).update(`${orderId}|${paymentId}`).digest('hex');
  const ordersOf = async (userId: string) =>
    (await sql.query('select id from orders where user_id = $1', [userId])).rows;

  test('A10 rejects a callback with a forged signature or another order’s payment', async () => {
    const cheap = await aStartedCheckout(1);
    const expensive = await aStartedCheckout(5_000);
    const { verification } = await sandbox.pay(cheap.order.id);
    const paymentId = verification.razorpay_payment_id;
    const orderId = expensive.order.id;

    for (const forged of [
      { razorpay_order_id: orderId },
      { razorpay_order_id: orderId, razorpay_signature: sign(orderId, paymentId, 'guess') },
      // Even a signature of the provider itself does not make it the payment of this order.
      { razorpay_order_id: orderId, razorpay_signature: sign(orderId, paymentId, config.payment.keySecret) },
      { razorpay_payment_id: 'pay_other' },
      { razorpay_signature: '0'.repeat(64) },
      { razorpay_signature: '' },
    ])
      expect((await receive({ ...verification, ...forged })).statusCode).toBe(422);
    expect((await receive({ ...verification, amount: 1 })).statusCode).toBe(422);

    expect(await ordersOf(expensive.customer.id)).toEqual([]);
    expect(await ordersOf(cheap.customer.id)).toEqual([]);
  });

  test('A01 a callback for a payment of another amount places no order and lists a difference', async () => {
    const { customer, order, checkoutId } = await aStartedCheckout();
    await sql.query('update checkouts set charge_minor = charge_minor + 1 where id = $1', [checkoutId]);
    await sandbox.failWebhooks({ do: 'drop', times: 3 });
    const { payment, verification } = await sandbox.pay(order.id);

    const response = await receive(verification);

    expect([response.statusCode, response.json().code]).toEqual([409, 'payment_disputed']);
    expect(await ordersOf(customer.id)).toEqual([]);
    const { rows } = await sql.query('select kind from reconciliation_differences where reference = $1', [payment.id]);
    expect(rows).toEqual([{ kind: 'amount_differs' }]);
  });

  test('A04 A10 a stranger who sends the ids of another customer’s payment learns nothing and gains nothing', async () => {
    const ada = await aStartedCheckout();
    const eve = await aStartedCheckout();
    const { verification } = await sandbox.pay(ada.order.id);

    const response = await eve.customer.post('/api/payment/callback', verification);

    const [placed] = await ordersOf(ada.customer.id);
    expect(response.json()).toEqual({ received: true });
    expect(response.headers['set-cookie'] ?? '').not.toMatch(/session|order/);
    expect(await ordersOf(eve.customer.id)).toEqual([]);
    for (const url of [`/api/orders/${placed.id}`, `/api/checkouts/${ada.checkoutId}`]) {
      expect([url, (await eve.customer.get(url)).statusCode]).toEqual([url, 404]);
      expect([url, (await guest.get(url)).statusCode]).toEqual([url, 401]);
    }
  });
});
