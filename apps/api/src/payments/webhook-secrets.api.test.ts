import { expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { aPiece } from '../../test/cart.ts';
import { ownShop } from '../../test/own-shop.ts';
import { aBuyer, messagesOf, opened, paidShop } from '../../test/paid-shop.ts';

/** What the sandbox signs with until it is given another. */
const OLD = readConfig({}).payment.webhookSecret;
const NEW = 'the secret of this year';
const rotating = await paidShop({ RAZORPAY_WEBHOOK_SECRET: NEW, RAZORPAY_WEBHOOK_SECRET_PREVIOUS: OLD });
const rotated = await ownShop({ env: { RAZORPAY_WEBHOOK_SECRET: NEW } });
const { sandbox } = rotating;
const { variantId } = await aPiece(rotating, { quantities: [10] });

async function raised(name: string) {
  const events = (await sandbox.happened('webhook.raised')).flatMap(({ event }) => (event?.name === name ? event : []));
  const [event, ...others] = events;
  if (!event || others.length > 0) throw new Error(`${events.length} events ${name}`);
  return event;
}
const answers = async (outcome: string, event: { id: string }) =>
  (await sandbox.happened(outcome)).flatMap(({ delivery }) =>
    delivery?.event_id === event.id ? [delivery.answer] : [],
  );

test('during a change of the webhook secret the retry of an event signed with the previous one is accepted', async () => {
  const ada = await aBuyer(rotating, [{ variantId }]);
  const { order } = opened(await ada.start());
  // The first attempt is forged on its way, and so refused.
  await sandbox.failMessages({ on: 'payment.captured', do: 'tamper', times: 1 });

  await sandbox.pay(order.id);
  await sandbox.setAccount({ webhook_secret: NEW });

  await messagesOf(rotating, order.id, 3);
  const captured = await raised('payment.captured');
  expect(await answers('webhook.refused', captured)).toEqual(['401']);
  await expect.poll(() => answers('webhook.delivered', captured), { timeout: 10_000 }).toEqual(['200']);

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
  const ada = await aBuyer(rotating, [{ variantId }]);
  const { order } = opened(await ada.start());

  await sandbox.pay(order.id);

  await messagesOf(rotating, order.id, 3);
});

test('an event signed with neither webhook secret is refused', async () => {
  await sandbox.setAccount({ webhook_secret: 'somebody else’s' });
  const ada = await aBuyer(rotating, [{ variantId }]);
  const { order } = opened(await ada.start());

  await sandbox.pay(order.id, { outcome: 'failure' });

  const failed = await raised('payment.failed');
  await expect.poll(() => answers('webhook.refused', failed), { timeout: 10_000 }).toContain('401');
  expect(await answers('webhook.delivered', failed)).toEqual([]);
});
