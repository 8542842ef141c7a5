import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { aSandbox, eventually, KEY_SECRET, WEBHOOK_SECRET } from './harness.ts';

const RING = { amount: 129_900, currency: 'INR', receipt: 'checkout-1' };

describe('a late authorization', () => {
  test('captures a failed payment', async () => {
    const { razorpay, control, shop } = await aSandbox();
    const order = await razorpay.orders.create(RING);
    const { payment } = await control.pay(order, { outcome: 'failure' });

    const { razorpay_signature } = await control.authorizeLate(payment);

    expect(await razorpay.payments.fetch(payment.id)).toMatchObject({
      status: 'captured',
      captured: true,
      error_code: null,
      error_description: null,
    });
    const verification = { order_id: order.id, payment_id: payment.id };
    expect(validatePaymentVerification(verification, razorpay_signature, KEY_SECRET)).toBe(true);
    expect(await razorpay.orders.fetch(order.id)).toMatchObject({ status: 'paid' });
    await shop.messages(4);
    expect(shop.names()).toEqual(['payment.failed', 'payment.authorized', 'payment.captured', 'order.paid']);
  });

  test('can leave the payment authorized until it is captured', async () => {
    const { razorpay, control } = await aSandbox();
    const { payment } = await control.pay(await razorpay.orders.create(RING), { outcome: 'failure' });

    expect((await control.authorizeLate(payment, { capture: false })).payment.status).toBe('authorized');
    expect(await razorpay.payments.capture(payment.id, 129_900, 'INR')).toMatchObject({ status: 'captured' });
  });

  test('is not captured if another payment has paid the order', async () => {
    const { razorpay, control } = await aSandbox();
    const order = await razorpay.orders.create(RING);
    const { payment } = await control.pay(order, { outcome: 'failure' });
    await control.pay(order);

    expect((await control.authorizeLate(payment)).payment.status).toBe('authorized');
  });

  test('is rejected for a successful payment', async () => {
    const { razorpay, control } = await aSandbox();
    const { payment } = await control.pay(await razorpay.orders.create(RING));

    await expect(control.authorizeLate(payment)).rejects.toThrow('already been processed');
  });
});

describe('a dispute', () => {
  test('sends a webhook with the payment and the dispute', async () => {
    const { razorpay, control, shop } = await aSandbox();
    const { payment } = await control.pay(await razorpay.orders.create(RING));

    const dispute = await control.dispute(payment, { amount: 100_000, respond_by: 1_900_000_000 });

    expect(dispute).toMatchObject({
      id: expect.stringMatching(/^disp_\w{14}$/),
      entity: 'dispute',
      payment_id: payment.id,
      amount: 100_000,
      currency: 'INR',
      amount_deducted: 0,
      reason_code: 'goods_or_services_not_received_or_partially_received',
      respond_by: 1_900_000_000,
      status: 'open',
      phase: 'chargeback',
    });
    const received = await shop.messages(4);
    expect(received[3]?.message).toMatchObject({
      event: 'payment.dispute.created',
      contains: ['payment', 'dispute'],
      payload: { payment: { entity: { id: payment.id } }, dispute: { entity: dispute } },
    });
  });

  test.each([
    ['under_review', 'under_review', 0],
    ['action_required', 'open', 0],
    ['won', 'won', 0],
    ['lost', 'lost', 129_900],
    ['closed', 'closed', 0],
  ])('that becomes %s has the status %s, and sends a webhook', async (change, status, deducted) => {
    const { razorpay, control, shop } = await aSandbox();
    const { payment } = await control.pay(await razorpay.orders.create(RING));
    const dispute = await control.dispute(payment);

    expect(await control.changeDispute(dispute, change)).toMatchObject({ status, amount_deducted: deducted });

    await shop.messages(5);
    expect(shop.names().slice(3)).toEqual(['payment.dispute.created', `payment.dispute.${change}`]);
  });

  test('that is lost deducts its amount from the balance', async () => {
    const { razorpay, control } = await aSandbox();
    const { payment } = await control.pay(await razorpay.orders.create(RING));
    await control.account({ balance: 150_000 });

    await control.changeDispute(await control.dispute(payment), 'lost');

    expect(await control.account({})).toMatchObject({ balance: 20_100 });
  });
});

test('after a change of the webhook secret, new events use the new one and retries the old one', async () => {
  const { razorpay, control, shop } = await aSandbox({ webhookGapsMs: [300, 300] });
  shop.willRespond(503);
  const order = await razorpay.orders.create(RING);
  await control.pay(order, { outcome: 'failure' });
  await shop.messages(1);

  await control.account({ webhook_secret: 'a-new-secret' });
  await control.pay(order);

  const received = await shop.messages(5);
  const signedWith = (secret: string) =>
    received
      .filter(({ headers, raw }) => validateWebhookSignature(raw, String(headers['x-razorpay-signature']), secret))
      .map(({ message }) => message.event);
  expect(signedWith(WEBHOOK_SECRET)).toEqual(['payment.failed', 'payment.failed']);
  expect(signedWith('a-new-secret').toSorted()).toEqual(['order.paid', 'payment.authorized', 'payment.captured']);
  expect(await control.redeliver({ event: 'payment.failed' })).toMatchObject([{ taken: true }]);
  expect(shop.received.at(-1)?.headers['x-razorpay-signature']).toBe(received[0]?.headers['x-razorpay-signature']);
});

test('a reset restores the account settings', async () => {
  const { razorpay, control, shop } = await aSandbox();
  await control.account({ refund_outcome: 'failed', balance: 0, webhook_secret: 'a-new-secret' });

  await control.reset();

  expect(await control.account({})).toEqual({ refund_outcome: 'processed', balance: null });
  await control.pay(await razorpay.orders.create(RING), { outcome: 'failure' });
  const [message] = await shop.messages(1);
  await eventually(async () => (await control.ledger()).at(-1)?.what === 'webhook.delivered');
  const signature = String(message?.headers['x-razorpay-signature']);
  expect(validateWebhookSignature(String(message?.raw), signature, WEBHOOK_SECRET)).toBe(true);
});
