import { expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { recordRoundTrips } from '#test/statements/round-trips.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql, sandbox, pools } = shop;

/** A request whose session is found by the first round trip, like that of every other route. */
async function withoutSession<T>(send: () => Promise<T>) {
  const { result, roundTrips } = await recordRoundTrips(pools.checkout, send);
  const [session, ...others] = roundTrips;
  expect(session?.join()).toMatch(/from sessions/);
  return { response: result, roundTrips: others };
}

async function aCustomer(quantities: number[] = [5]) {
  const { variantId } = await aVariant(shop, { quantities, price: 100 });
  return { variantId, ada: await aCustomerWithCart(shop, [{ variantId }]) };
}

test('an order by cash takes at most 3 round trips to the database, besides that of the session', async () => {
  const { ada } = await aCustomer();

  const { response, roundTrips } = await withoutSession(() => ada.start({ paymentMethod: 'cod' }));

  expect(response.json()).toHaveProperty('placed');
  expect(roundTrips.length, JSON.stringify(roundTrips, null, 2)).toBeLessThanOrEqual(3);
  expect(roundTrips.flat().filter((text) => text.includes('add_job'))).toHaveLength(1);
});

test('an order by card takes at most 6 round trips to start and verify it, besides those of the session', async () => {
  const { ada } = await aCustomer();

  const started = await withoutSession(() => ada.start());
  const { order } = startedCheckout(started.response);
  const { verification } = await sandbox.pay(order.id);
  // They are received with statements of their own.
  await waitForWebhooks(shop, order.id, 3);
  const verified = await withoutSession(() => ada.verify(verification));

  expect(verified.response.json()).toHaveProperty('orderId');
  const roundTrips = [...started.roundTrips, ...verified.roundTrips];
  expect(roundTrips.length, JSON.stringify(roundTrips, null, 2)).toBeLessThanOrEqual(6);
  expect(roundTrips.flat().filter((text) => text.includes('add_job'))).toHaveLength(1);
});

test.each(['cod', 'card'])(
  'a checkout by %s of a product that is sold out is rejected by one statement',
  async (method) => {
    const { ada, variantId } = await aCustomer();
    await sql.query('update stock set available = 0, received = 0 where variant_id = $1', [variantId]);

    const { response, roundTrips } = await withoutSession(() => ada.start({ paymentMethod: method }));

    expect(response.json()).toMatchObject({ status: 409, code: 'out_of_stock' });
    expect(roundTrips.flat()).toEqual([
      expect.stringMatching(/^\/\* cart\.findShortestLine \*\/\s*select name, available/),
    ]);
  },
);

test('repeating an order of the last unit answers the order, also with more of it in the cart', async () => {
  const { ada, variantId } = await aCustomer([1]);
  const key = crypto.randomUUID();
  const first = await ada.start({ paymentMethod: 'cod' }, key);
  await ada.fill([{ variantId }]);

  const repeated = await ada.start({ paymentMethod: 'cod' }, key);

  expect(first.json()).toHaveProperty('placed');
  expect(repeated.json()).toEqual(first.json());
});
