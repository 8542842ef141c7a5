import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { CheckoutState } from '@shop/contracts/checkout/schema';
import { describe, expect, test } from 'vitest';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aGuestBuyer } from '#test/builders/guest-buyer.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { keyed } from '#test/requests/example.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { guest, sql, sandbox, work } = shop;

async function aStartedCheckout() {
  const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
  const ada = await aCustomerWithCart(shop, [{ variantId, quantity: 2 }]);
  return { ada, variantId, ...startedCheckout(await ada.start()) };
}
/** The provider's form, from a browser without the session. */
const receive = (verification: object) => guest.post('/api/payment/callback', verification);
const ordersOf = async (userId: string) =>
  (
    await sql.query(
      `select o.status, o.payment_status as payment,
              (select count(*)::int from order_status_history where order_id = o.id) as steps,
              (select count(*)::int from email_messages where order_id = o.id) as emails
         from orders o where user_id = $1`,
      [userId],
    )
  ).rows;
const ONE_PAID_ORDER = [{ status: 'pending', payment: 'paid', steps: 1, emails: 1 }];

describe('the callback of the hosted page', () => {
  test('places the order without a session, and does not name it', async () => {
    const { ada, variantId, order } = await aStartedCheckout();
    const { verification } = await sandbox.pay(order.id);

    const response = await receive(verification);

    expect([response.statusCode, response.json()]).toEqual([200, { received: true }]);
    expect(await ordersOf(ada.id)).toEqual(ONE_PAID_ORDER);
    expect(await unitsOf(shop, variantId)).toMatchObject({ reserved: 0, sold: 2 });
    expect((await ada.get('/api/cart')).json().items).toEqual([]);
  });

  test('places the order of a guest', async () => {
    const buyer = await aGuestBuyer(shop);
    const { variantId } = await aVariant(shop);
    await buyer.post('/api/cart/items', { variantId });
    const { order } = startedCheckout(await buyer.post('/api/payment/create-order', {}, keyed()));

    await receive((await sandbox.pay(order.id)).verification);

    expect(await ordersOf(buyer.id)).toEqual(ONE_PAID_ORDER);
  });

  test.each(['callback', 'webhook'])('and the webhook place one order, repeated and first the %s', async (first) => {
    const { ada, order } = await aStartedCheckout();
    const { verification } = await sandbox.pay(order.id);
    await waitForWebhooks(shop, order.id, 3);

    if (first === 'webhook') await work();
    const responses = await Promise.all([receive(verification), receive(verification), ada.verify(verification)]);
    await work();
    await sandbox.redeliver({ order_id: order.id });
    await work();
    responses.push(await receive(verification));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(await ordersOf(ada.id)).toEqual(ONE_PAID_ORDER);
  });

  test('of an unfinished payment places no order', async () => {
    const { ada, order } = await aStartedCheckout();

    const response = await receive((await sandbox.pay(order.id, { outcome: 'created' })).verification);

    expect([response.statusCode, response.json().code]).toEqual([409, 'payment_under_way']);
    expect(await ordersOf(ada.id)).toEqual([]);
  });

  test('during an outage of the provider is repeated by the webhook', async () => {
    const { ada, order } = await aStartedCheckout();
    const { verification } = await sandbox.pay(order.id);
    await waitForWebhooks(shop, order.id, 3);
    await sandbox.fail({ on: 'GET /v1/payments/:id', do: 'status', status: 503, times: 1 });

    const response = await receive(verification);
    expect([response.statusCode, response.json().message]).toEqual([503, checkoutMessages.confirming]);
    await work();

    expect(await ordersOf(ada.id)).toEqual(ONE_PAID_ORDER);
  });

  test('cannot be read', async () => {
    expect((await guest.get('/api/payment/callback')).statusCode).toBe(404);
  });
});

describe('a checkout that can be paid', () => {
  const stateOf = async (ada: { get: typeof guest.get }, id: string) =>
    CheckoutState.parse((await ada.get(`/api/checkouts/${id}`)).json());

  test('has what the hosted page needs, until it is paid', async () => {
    const { ada, order, key, checkoutId, secondsRemaining } = await aStartedCheckout();

    const { payable } = await stateOf(ada, checkoutId);

    expect(payable).toEqual({ order, key, itemCount: 2, secondsRemaining: expect.toSatisfy((s) => s > 0) });
    expect(payable?.secondsRemaining).toBeLessThanOrEqual(secondsRemaining);
    await receive((await sandbox.pay(order.id)).verification);
    expect(await stateOf(ada, checkoutId)).toMatchObject({ status: 'completed', payable: null });
  });

  test('has it no longer once its time is over', async () => {
    const { ada, checkoutId } = await aStartedCheckout();
    await sql.query('update checkouts set expires_at = now() where id = $1', [checkoutId]);

    expect(await stateOf(ada, checkoutId)).toMatchObject({ status: 'open', payable: null });
  });
});
