import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { redisModes } from '#test/redis-modes.ts';

describe.each(redisModes())('%s', async (_mode, REDIS_URL) => {
  const shop = await createStoreWithPayments({ REDIS_URL });
  checkInvariantsAfterAll(shop);
  const { sql, sandbox, work, config } = shop;

  async function aStartedCheckout() {
    const { variantId } = await aVariant(shop, { price: 100 });
    const customer = await aCustomerWithCart(shop, [{ variantId }]);
    return { customer, ...startedCheckout(await customer.start()) };
  }
  const ordersOf = async (userId: string) =>
    (await sql.query('select id from orders where user_id = $1', [userId])).rows;
  const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex');

  describe('A08 forged webhooks', () => {
    const body = JSON.stringify({
      event: 'payment.captured',
      created_at: 1,
      payload: {
        payment: { entity: { id: 'pay_x', order_id: 'order_x', amount: 1, currency: 'INR', status: 'captured' } },
      },
    });
    const right = sign(body, config.payment.webhookSecret);
    const countStored = async () =>
      (await sql.query("select from webhook_inbox where payload::text like '%pay_x%'")).rowCount;
    /** With `http.request`, as the header must be sent twice. */
    const postWebhook = (signatures: string[], sent = body) =>
      new Promise<number>((resolve, reject) => {
        const { port } = new URL(shop.app.listeningOrigin);
        const webhookRequest = request(
          { port, host: '127.0.0.1', method: 'POST', path: '/api/payment/webhook' },
          (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)),
        );
        webhookRequest.setHeader('content-type', 'application/json');
        webhookRequest.setHeader('x-razorpay-event-id', randomUUID());
        if (signatures.length > 0) webhookRequest.setHeader('x-razorpay-signature', signatures);
        webhookRequest.on('error', reject).end(sent);
      });

    test.each([
      ['no signature', []],
      ['an empty signature', ['']],
      ['a wrong signature', [sign('other', config.payment.webhookSecret)]],
      ['a signature with the key secret', [sign(body, config.payment.keySecret)]],
      ['a signature with an old secret', [sign(body, 'old')]],
      ['a signature of 31 bytes', [right.slice(2)]],
      ['a signature of 33 bytes', [`${right}00`]],
      ['a signature that is not hexadecimal', ['x'.repeat(64)]],
      ['the right signature twice', [right, right]],
      ['a right and a wrong signature', [right, sign('', 'x')]],
    ])('with %s are rejected and not stored', async (_what, signatures) => {
      expect(await postWebhook(signatures)).toBe(401);

      expect(await countStored()).toBe(0);
    });

    test('with the same JSON in other bytes are rejected', async () => {
      expect(await postWebhook([right], JSON.stringify(JSON.parse(body), null, 1))).toBe(401);
      expect(await postWebhook([right], `${body} `)).toBe(401);

      expect(await countStored()).toBe(0);
    });

    test('with a valid signature but a malformed body are rejected', async () => {
      for (const nonsense of ['', '[]', '{', 'null', '{"event":1}']) {
        const status = await postWebhook([sign(nonsense, config.payment.webhookSecret)], nonsense);
        expect([401, 422]).toContain(status);
      }
    });
  });

  describe('A09 webhooks', () => {
    test('replayed a hundred times, also with other event ids, are accepted and have one effect', async () => {
      const { customer, order } = await aStartedCheckout();
      await sandbox.failWebhooks({ do: 'drop', times: 3 });
      const { payment } = await sandbox.pay(order.id);
      const entity = {
        id: payment.id,
        order_id: order.id,
        amount: payment.amount,
        currency: 'INR',
        status: 'captured',
      };
      const body = JSON.stringify({ event: 'payment.captured', created_at: 1, payload: { payment: { entity } } });
      const copy = (id: string) =>
        shop.guest.post('/api/payment/webhook', body, {
          'content-type': 'application/json',
          'x-razorpay-signature': sign(body, config.payment.webhookSecret),
          'x-razorpay-event-id': id,
        });

      for (let round = 0; round < 10; round++) {
        const responses = await Promise.all(
          Array.from({ length: 10 }, (_, number) => copy(`${order.id}-${number < 5 ? 'same' : `${round}-${number}`}`)),
        );
        expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
      }
      await work();

      expect(await ordersOf(customer.id)).toHaveLength(1);
      const { rows } = await sql.query(
        `select (select count(*)::int from webhook_inbox where event_id like $1 || '%') as messages,
                (select count(*)::int from payments where provider_order_id = $1) as payments,
                (select count(*)::int from notifications where user_id = $2) as notified`,
        [order.id, customer.id],
      );
      expect(rows).toEqual([{ messages: 51, payments: 1, notified: 1 }]);
    });

    test.each([
      ['another amount', 'charge_minor = charge_minor + 1'],
      ['another currency', "charge_currency = 'USD'"],
    ])(
      'with %s than requested are recorded as a reconciliation difference, and create no order',
      async (_what, change) => {
        const { customer, order, checkoutId } = await aStartedCheckout();
        await sql.query(`update checkouts set ${change} where id = $1`, [checkoutId]);
        const { payment, verification } = await sandbox.pay(order.id);
        await waitForWebhooks(shop, order.id, 3);

        await work();
        const response = await customer.verify(verification);

        expect(response.json()).toMatchObject({
          code: 'payment_disputed',
          message: checkoutMessages.verificationFailed,
        });
        expect(await ordersOf(customer.id)).toEqual([]);
        const { rows } = await sql.query('select kind from reconciliation_differences where reference = $1', [
          payment.id,
        ]);
        expect(rows).toEqual([{ kind: 'amount_differs' }]);
      },
    );

    test('for an unknown order are recorded as a reconciliation difference', async () => {
      const { order } = await aStartedCheckout();
      await sql.query("update checkouts set provider_order_id = 'order_of_another_shop' where provider_order_id = $1", [
        order.id,
      ]);
      const { payment } = await sandbox.pay(order.id);
      await waitForWebhooks(shop, order.id, 3);

      await work();

      const { rows } = await sql.query('select kind from reconciliation_differences where reference = $1', [
        payment.id,
      ]);
      expect(rows).toEqual([{ kind: 'unknown_order' }]);
      expect((await sql.query('select from webhook_inbox where processed_at is null')).rowCount).toBe(0);
    });
  });
});
