import { expect, test, vi } from 'vitest';
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
import { expireCheckouts } from './expire.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sql, sandbox, work } = shop;

type Started = { ada: CustomerWithCart; variantId: string; checkoutId: string; orderId: string };

/** Verifies a payment, and changes what the verification has read while it waits for the provider. */
async function verifyWhile(change: (started: Started) => Promise<unknown>) {
  const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  const { checkoutId, order } = startedCheckout(await ada.start());
  const { verification } = await sandbox.pay(order.id);
  await waitForWebhooks(shop, order.id, 3);
  const fetched = { on: 'GET /v1/payments/:id', do: 'latency' };
  await sandbox.fail({ ...fetched, times: 1, ms: 1_500 });
  // Stays, and so counts the request.
  await sandbox.fail({ ...fetched, ms: 1 });

  const verified = ada.verify(verification);
  await vi.waitUntil(async () => (await sandbox.met()) > 0, { timeout: 30_000, interval: 20 });
  await change({ ada, variantId, checkoutId, orderId: order.id });
  const response = await verified;
  await sandbox.recover();

  const { rows } = await sql.query('select id as "orderId", number from orders where user_id = $1', [ada.id]);
  return { response, orders: rows, units: await unitsOf(shop, variantId) };
}

test('a checkout that expires while its payment is verified is placed with the stock it takes again', async () => {
  const { response, orders, units } = await verifyWhile(async ({ checkoutId }) => {
    await sql.query("update checkouts set expires_at = now() - interval '1 second' where id = $1", [checkoutId]);
    await expireCheckouts(db);
  });

  expect([response.json()]).toEqual(orders);
  expect(units).toMatchObject({ available: 4, reserved: 0, sold: 1 });
});

test('a payment that a webhook finalizes while it is verified becomes one order', async () => {
  const { response, orders, units } = await verifyWhile(() => work());

  expect([response.json()]).toEqual(orders);
  expect(units).toMatchObject({ available: 4, reserved: 0, sold: 1 });
});

test('a checkout that is replaced while its payment is verified is not placed, and the payment is refunded', async () => {
  const { response, orders, units } = await verifyWhile(async ({ ada, variantId }) => {
    await ada.fill([{ variantId }]);
    startedCheckout(await ada.start());
  });

  expect(response.json()).toMatchObject({ status: 409, code: 'payment_not_needed' });
  expect(orders).toEqual([]);
  expect(units).toMatchObject({ available: 3, reserved: 2, sold: 0 });
});
