import { validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { expect, test } from 'vitest';
import { aSandbox, eventually, WEBHOOK_SECRET } from './harness.ts';

const RING = { amount: 129_900, currency: 'INR', receipt: 'checkout-1' };

test('CHK-035 a payment sends webhooks in the provider’s format, signed over the exact bytes', async () => {
  const { razorpay, control, shop } = await aSandbox();
  const order = await razorpay.orders.create(RING);

  const { payment } = await control.pay(order);

  const [authorized, captured, paid] = await shop.messages(3);
  expect(shop.names()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
  for (const { headers, raw } of shop.received) {
    expect(validateWebhookSignature(raw, String(headers['x-razorpay-signature']), WEBHOOK_SECRET)).toBe(true);
    expect(headers['content-type']).toBe('application/json');
  }
  expect(new Set(shop.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3);
  expect(captured?.message).toEqual({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_/),
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity: await razorpay.payments.fetch(payment.id) } },
    created_at: expect.closeTo(Date.now() / 1_000, -1),
  });
  // A webhook contains the state of the moment it was raised.
  expect(authorized?.message.payload.payment?.entity).toMatchObject({ status: 'authorized', captured: false });
  expect(paid?.message).toMatchObject({ contains: ['payment', 'order'] });
  expect(paid?.message.payload.order?.entity).toEqual(await razorpay.orders.fetch(order.id));
});

test('a failed payment and a refund send webhooks', async () => {
  const { razorpay, control, shop } = await aSandbox();
  const order = await razorpay.orders.create(RING);
  await control.pay(order, { outcome: 'failure' });
  const { payment } = await control.pay(order);
  await shop.messages(4);

  const refund = await razorpay.payments.refund(payment.id, { amount: 900 });

  await shop.messages(6);
  expect(shop.names()).toEqual([
    'payment.failed',
    'payment.authorized',
    'payment.captured',
    'order.paid',
    'refund.created',
    'refund.processed',
  ]);
  expect(shop.received[0]?.message.payload.payment?.entity).toMatchObject({ status: 'failed' });
  expect(shop.received[5]?.message).toMatchObject({
    contains: ['refund', 'payment'],
    payload: { refund: { entity: refund }, payment: { entity: { id: payment.id, amount_refunded: 900 } } },
  });
});

test('retries a rejected webhook with the same event id and increasing backoff', async () => {
  const { razorpay, control, shop } = await aSandbox({ webhookGapsMs: [20, 60, 180] });
  shop.willRespond(503, 500, 302);

  await control.pay(await razorpay.orders.create(RING), { outcome: 'failure' });

  const attempts = await shop.messages(4);
  expect(new Set(attempts.map(({ headers, raw }) => `${headers['x-razorpay-event-id']} ${raw}`)).size).toBe(1);
  const [first = 0, second = 0, third = 0, fourth = 0] = attempts.map(({ at }) => at);
  expect(second - first).toBeGreaterThan(15);
  expect(third - second).toBeGreaterThan(55);
  expect(fourth - third).toBeGreaterThan(175);
  await eventually(async () => (await control.ledger()).at(-1)?.what === 'webhook.delivered');
  const responses = (await control.ledger()).flatMap(({ delivery }) => (delivery ? [delivery.answer] : []));
  expect(responses).toEqual(['503', '500', '302', '200']);
});

test('gives up a webhook after the last retry', async () => {
  const { razorpay, control, shop } = await aSandbox({ webhookGapsMs: [1, 2] });
  shop.willRespond(500, 500, 500);

  await control.pay(await razorpay.orders.create(RING), { outcome: 'failure' });

  await eventually(async () => (await control.ledger()).at(-1)?.what === 'webhook.given_up');
  expect(shop.received).toHaveLength(3);
});

test('a failing receiver does not block payments, and gets the webhook by redelivery', async () => {
  const { razorpay, control, shop } = await aSandbox({ webhookGapsMs: [] });
  shop.willRespond(503, 503, 503);
  const order = await razorpay.orders.create(RING);
  expect((await control.pay(order)).payment.status).toBe('captured');
  await eventually(async () => (await control.ledger()).filter(({ what }) => what === 'webhook.given_up').length === 3);

  const again = await control.redeliver({ order_id: order.id, event: 'payment.captured' });

  expect(again).toEqual([{ id: expect.any(String), event: 'payment.captured', taken: true }]);
  expect(shop.received).toHaveLength(4);
  expect(shop.received[3]?.raw).toBe(shop.received[1]?.raw);
  expect(shop.received[3]?.headers['x-razorpay-event-id']).toBe(shop.received[1]?.headers['x-razorpay-event-id']);
});
