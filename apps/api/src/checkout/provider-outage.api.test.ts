import { randomUUID } from 'node:crypto';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  withoutSecondsRemaining,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox } = shop;
afterEach(() => sandbox.recover());

const aCustomer = async () => {
  const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
  return { ada: await aCustomerWithCart(shop, [{ variantId }]), variantId };
};
const ordersCreatedFor = async (checkoutId: string) =>
  (await sandbox.ledgerEntries('order.created')).filter(({ order }) => order?.receipt === checkoutId);
/** The provider request follows it. */
const waitForReservation = (userId: string) =>
  vi.waitUntil(
    async () => (await sql.query("select from checkouts where status = 'open' and user_id = $1", [userId])).rowCount,
    { timeout: 30_000 },
  );
describe('a failing provider', () => {
  test.each([{ do: 'status', status: 500 }, { do: 'status', status: 429 }, { do: 'reset' }, { do: 'bad-json' }])(
    'ERR-003 CHK-036 (%o) is reported; the reservation stays, and the same idempotency key resumes it',
    async (trouble) => {
      const { ada, variantId } = await aCustomer();
      const key = randomUUID();
      await sandbox.fail({ on: 'POST /v1/orders', times: 1, ...trouble });

      const response = await ada.start({}, key);

      expect(response.statusCode).toBe(503);
      expect(response.json()).toMatchObject({
        code: 'provider_unavailable',
        message: 'Could not create Razorpay order',
      });
      expect(response.headers['retry-after']).toBeDefined();
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });

      const { checkoutId, order } = startedCheckout(await ada.start({}, key));
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 4, reserved: 1 });
      expect(await ordersCreatedFor(checkoutId)).toMatchObject([{ order: { id: order.id } }]);
    },
  );

  test('whose response was lost opens no second order', async () => {
    const { ada } = await aCustomer();
    const key = randomUUID();
    await sandbox.fail({ on: 'POST /v1/orders', times: 1, do: 'lose-response' });
    expect((await ada.start({}, key)).statusCode).toBe(503);

    const { checkoutId, order } = startedCheckout(await ada.start({}, key));

    expect(await ordersCreatedFor(checkoutId)).toMatchObject([{ order: { id: order.id } }]);
  });

  test('is called by one request at a time', async () => {
    const { ada } = await aCustomer();
    const key = randomUUID();
    await sandbox.fail({ on: 'POST /v1/orders', times: 1, do: 'latency', ms: 1_000 });

    const first = ada.start({}, key);
    await waitForReservation(ada.id);
    const second = await ada.start({}, key);

    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'in_progress', message: checkoutMessages.inProgress });
    expect(second.headers['retry-after']).toBe('1');
    expect((await ada.start({}, key)).statusCode).toBe(409);
    const response = withoutSecondsRemaining(await first);
    expect(withoutSecondsRemaining(await ada.start({}, key))).toEqual(response);
  });

  test('CHK-036 that hangs causes a timeout within 6 seconds', async () => {
    const { ada } = await aCustomer();
    await sandbox.fail({ on: 'POST /v1/orders', times: 1, do: 'hang' });
    const startedAt = performance.now();

    expect((await ada.start()).statusCode).toBe(503);

    expect(performance.now() - startedAt).toBeLessThan(6_000);
    expect((await ada.start()).statusCode).toBe(200);
  });

  test('that keeps failing opens the circuit breaker, and is called again later', async () => {
    const { ada } = await aCustomer();
    await sandbox.fail({ do: 'status', status: 502 });
    for (let time = 0; time < 5; time++) expect((await ada.start()).statusCode).toBe(503);
    expect(await sandbox.met()).toBe(5);

    expect((await ada.start()).statusCode).toBe(503);
    expect(await sandbox.met()).toBe(5);

    await sandbox.recover();
    await vi.waitUntil(async () => (await ada.start()).statusCode === 200, { timeout: 15_000, interval: 500 });
  });

  test('does not reopen a checkout that was replaced during the request', async () => {
    const { ada } = await aCustomer();
    await sandbox.fail({ on: 'POST /v1/orders', times: 1, do: 'latency', ms: 700 });
    const slow = ada.start();
    await waitForReservation(ada.id);

    const quick = await ada.start({ paymentMethod: 'upi' });

    expect(quick.statusCode).toBe(200);
    expect((await slow).json()).toMatchObject({ code: 'superseded', message: checkoutMessages.superseded });
  });
});
