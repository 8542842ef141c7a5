import { expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { createTestStore } from '#test/test-store.ts';

/** The initial secret of the sandbox. */
const OLD = readConfig({}).payment.webhookSecret;
const NEW = 'the secret of this year';
const rotating = await createStoreWithPayments({ RAZORPAY_WEBHOOK_SECRET: NEW, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: OLD });
const rotated = await createTestStore({ env: { RAZORPAY_WEBHOOK_SECRET: NEW } });
const { sandbox } = rotating;
const { variantId } = await aVariant(rotating, { quantities: [10] });

async function raised(name: string) {
  const events = (await sandbox.ledgerEntries('webhook.raised')).flatMap(({ event }) =>
    event?.name === name ? event : [],
  );
  const [event, ...others] = events;
  if (!event || others.length > 0) throw new Error(`${events.length} events ${name}`);
  return event;
}
const deliveryStatuses = async (kind: string, event: { id: string }) =>
  (await sandbox.ledgerEntries(kind)).flatMap(({ delivery }) =>
    delivery?.event_id === event.id ? [delivery.answer] : [],
  );

test('a retried event signed with the previous webhook secret is accepted during rotation', async () => {
  const ada = await aCustomerWithCart(rotating, [{ variantId }]);
  const { order } = startedCheckout(await ada.start());
  // The first delivery is tampered with, and so rejected.
  await sandbox.failWebhooks({ on: 'payment.captured', do: 'tamper', times: 1 });

  await sandbox.pay(order.id);
  await sandbox.setAccount({ webhook_secret: NEW });

  await waitForWebhooks(rotating, order.id, 3);
  const captured = await raised('payment.captured');
  expect(await deliveryStatuses('webhook.refused', captured)).toEqual(['401']);
  await expect.poll(() => deliveryStatuses('webhook.delivered', captured), { timeout: 30_000 }).toEqual(['200']);

  const receive = (shop: Pick<typeof rotated, 'app'>) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/payment/webhook',
      headers: { 'content-type': 'application/json', 'x-razorpay-signature': captured.signature },
      payload: captured.body,
    });
  expect((await receive(rotating)).statusCode).toBe(200);
  expect((await receive(rotated)).statusCode).toBe(401);
});

test('events signed with the new webhook secret are accepted while the previous one is still set', async () => {
  await sandbox.setAccount({ webhook_secret: NEW });
  const ada = await aCustomerWithCart(rotating, [{ variantId }]);
  const { order } = startedCheckout(await ada.start());

  await sandbox.pay(order.id);

  await waitForWebhooks(rotating, order.id, 3);
});

test('an event signed with neither webhook secret is rejected', async () => {
  await sandbox.setAccount({ webhook_secret: 'another secret' });
  const ada = await aCustomerWithCart(rotating, [{ variantId }]);
  const { order } = startedCheckout(await ada.start());

  await sandbox.pay(order.id, { outcome: 'failure' });

  const failed = await raised('payment.failed');
  await expect.poll(() => deliveryStatuses('webhook.refused', failed), { timeout: 30_000 }).toContain('401');
  expect(await deliveryStatuses('webhook.delivered', failed)).toEqual([]);
});
