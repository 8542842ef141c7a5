import { validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { aSandbox, WEBHOOK_SECRET } from './harness.ts';

const RING = { amount: 129_900, currency: 'INR' };

async function aShopWithAnOrder() {
  const sandbox = await aSandbox();
  return { ...sandbox, order: await sandbox.razorpay.orders.create(RING) };
}
const idsOf = (received: { headers: NodeJS.Dict<string | string[]> }[]) =>
  received.map(({ headers }) => headers['x-razorpay-event-id']);

describe('CHK-036 the sandbox can', () => {
  test('repeat a webhook', async () => {
    const { control, shop, order } = await aShopWithAnOrder();
    await control.webhookFault({ on: 'payment.captured', do: 'duplicate', copies: 50, times: 1 });

    await control.pay(order);

    const received = await shop.messages(52);
    const captured = received.filter(({ message }) => message.event === 'payment.captured');
    expect(captured).toHaveLength(50);
    expect(new Set(captured.map(({ raw }) => raw)).size).toBe(1);
    expect(new Set(idsOf(captured)).size).toBe(1);
  });

  test('repeat a webhook with new event ids', async () => {
    const { control, shop, order } = await aShopWithAnOrder();
    await control.webhookFault({ on: 'payment.failed', do: 'duplicate', copies: 3, newIds: true });

    await control.pay(order, { outcome: 'failure' });

    const received = await shop.messages(3);
    expect(new Set(received.map(({ raw }) => raw)).size).toBe(1);
    expect(new Set(idsOf(received)).size).toBe(3);
  });

  test('send webhooks in the wrong order', async () => {
    const { razorpay, control, shop, order } = await aShopWithAnOrder();
    await control.webhookFault({ do: 'reorder', times: 5 });

    const { payment } = await control.pay(order);
    await razorpay.payments.refund(payment.id, {});

    await shop.messages(5);
    expect(shop.names()).toEqual([
      'refund.processed',
      'refund.created',
      'order.paid',
      'payment.captured',
      'payment.authorized',
    ]);
  });

  test('send buffered webhooks when the fault is cleared', async () => {
    const { control, shop, order } = await aShopWithAnOrder();
    await control.webhookFault({ do: 'reorder', times: 50 });
    await control.pay(order);

    await control.clearFaults();

    await shop.messages(3);
    expect(shop.names()).toEqual(['order.paid', 'payment.captured', 'payment.authorized']);
  });

  test('delay a webhook, so that others overtake it', async () => {
    const { control, shop, order } = await aShopWithAnOrder();
    await control.webhookFault({ on: 'payment.authorized', do: 'delay', ms: 500, times: 1 });

    await control.pay(order);

    await shop.messages(3);
    expect(shop.names()).toEqual(['payment.captured', 'order.paid', 'payment.authorized']);
  });

  test('drop a webhook', async () => {
    const { control, shop, order } = await aShopWithAnOrder();
    await control.webhookFault({ on: 'payment.captured', do: 'drop' });

    await control.pay(order);

    await shop.messages(2);
    expect(shop.names()).toEqual(['payment.authorized', 'order.paid']);
    expect((await control.ledger()).filter(({ what }) => what === 'webhook.dropped')).toHaveLength(1);
    expect(await control.redeliver({ event: 'payment.captured' })).toMatchObject([{ taken: true }]);
    expect(shop.names()).toEqual(['payment.authorized', 'order.paid', 'payment.captured']);
  });

  test('alter a webhook after signing, and send the original when the altered one is rejected', async () => {
    const { control, shop, order } = await aShopWithAnOrder();
    await control.webhookFault({ on: 'payment.failed', do: 'tamper', times: 1 });
    shop.willRespond(400);

    await control.pay(order, { outcome: 'failure' });

    const [forged, truth] = (await shop.messages(2)).map(({ headers, raw, message }) => ({
      amount: message.payload.payment?.entity.amount,
      signed: validateWebhookSignature(raw, String(headers['x-razorpay-signature']), WEBHOOK_SECRET),
    }));
    expect(forged).toEqual({ amount: 1, signed: false });
    expect(truth).toEqual({ amount: 129_900, signed: true });
  });
});

test('a reset clears orders, faults and pending webhooks', async () => {
  const { razorpay, control, shop, order } = await aShopWithAnOrder();
  await control.webhookFault({ do: 'delay', ms: 50 });
  await control.requestFault({ on: 'POST /v1/orders', do: 'hang' });
  await control.pay(order);

  await control.reset();

  expect(await control.ledger()).toEqual([]);
  await expect(razorpay.orders.fetch(order.id)).rejects.toMatchObject({ statusCode: 400 });
  await control.pay(await razorpay.orders.create(RING), { outcome: 'failure' });
  await shop.messages(1);
  expect(shop.names()).toEqual(['payment.failed']);
});
