import { dayIn, plusDays } from '@shop/contracts/common/days';
import type { Order } from '@shop/contracts/orders/schema';
import { DEFAULT_DELIVERY, type DeliveryEstimate, formatDays } from '@shop/contracts/settings/delivery';
import { expect, test } from 'vitest';
import { aVariant, cartIn } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { expireCheckouts } from './expire.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sql } = shop;
const owner = await shop.anAdmin();
const today = dayIn(new Date(), 'UTC');

async function setPacking(packingDays: number) {
  const settings = (await owner.get('/api/admin/settings')).json();
  const saved = await owner.put('/api/admin/settings', { ...settings, delivery: { ...DEFAULT_DELIVERY, packingDays } });
  expect(saved.statusCode).toBe(200);
}
/** What passes is the cut-off: orders count on the next working day from now on, as seen by the shopper. */
const passCutOff = () => setPacking(2);
const resetCutOff = () => setPacking(1);

async function aCustomerIn(country: string) {
  const { variantId } = await aVariant(shop, { quantities: [50] });
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  await sql.query('update addresses set country = $2, postal_code = $3 where user_id = $1', [
    customer.id,
    country,
    country === 'India' ? '560001' : '97205',
  ]);
  await sql.query('update users set email_verified = true where id = $1', [customer.id]);
  const quoteFor = async (to: string): Promise<DeliveryEstimate> => {
    const { arrival } = cartIn(await customer.get(`/api/cart?country=${encodeURIComponent(to)}`));
    if (!arrival.standard) throw new Error('The cart has no dates.');
    return arrival.standard;
  };
  const promiseOf = async (orderId: string) => (await customer.get(`/api/orders/${orderId}`)).json<Order>().promise;
  return { ...customer, quoteFor, promiseOf };
}

test.each(['card', 'cod'])(
  'by %s: dates quoted for another country are refused, with those of the address',
  async (paymentMethod) => {
    const customer = await aCustomerIn('India');
    const [forUs, forIndia] = [await customer.quoteFor('United States'), await customer.quoteFor('India')];

    const refused = await customer.start({ paymentMethod, arrival: forUs });

    expect(forUs).not.toEqual(forIndia);
    expect(refused.json()).toMatchObject({ status: 409, code: 'dates_changed' });
    expect(refused.json().message).toContain(`would now arrive ${formatDays(forIndia, today)}.`);
    const { rows } = await sql.query('select from checkouts where user_id = $1', [customer.id]);
    expect(rows).toEqual([]);
    expect((await customer.start({ paymentMethod, arrival: forIndia })).statusCode).toBe(200);
  },
);

test('dates quoted before the cut-off are refused after it, once', async () => {
  const customer = await aCustomerIn('United States');
  const before = await customer.quoteFor('United States');
  await passCutOff();
  const after = await customer.quoteFor('United States');

  expect((await customer.start({ arrival: before })).json()).toMatchObject({ code: 'dates_changed' });
  const { order } = startedCheckout(await customer.start({ arrival: after }));
  const placed = (await customer.verify((await shop.sandbox.pay(order.id)).verification)).json();

  expect(await customer.promiseOf(placed.orderId)).toEqual(after);
  await resetCutOff();
});

test('an order paid after the cut-off keeps the dates that the customer agreed to before it', async () => {
  const customer = await aCustomerIn('United States');
  const quoted = await customer.quoteFor('United States');
  const { order } = startedCheckout(await customer.start({ arrival: quoted }));
  await passCutOff();

  const placed = (await customer.verify((await shop.sandbox.pay(order.id)).verification)).json();

  expect(await customer.promiseOf(placed.orderId)).toEqual(quoted);
  const { rows } = await sql.query('select dispatch_by::text as day from orders where id = $1', [placed.orderId]);
  expect(rows[0].day < quoted.earliest).toBe(true);
  await resetCutOff();
});

test('a checkout that is resumed after the cut-off continues, with the dates shown then', async () => {
  const customer = await aCustomerIn('United States');
  const first = startedCheckout(await customer.start({ arrival: await customer.quoteFor('United States') }));
  await passCutOff();
  const shown = await customer.quoteFor('United States');

  const again = startedCheckout(await customer.start({ arrival: shown }));
  const placed = (await customer.verify((await shop.sandbox.pay(again.order.id)).verification)).json();

  expect(again.checkoutId).toBe(first.checkoutId);
  expect(await customer.promiseOf(placed.orderId)).toEqual(shown);
  await resetCutOff();
});

test('an order that is paid after its checkout expired has the dates of the day it is placed', async () => {
  const customer = await aCustomerIn('United States');
  const quoted = await customer.quoteFor('United States');
  const { order, checkoutId } = startedCheckout(await customer.start({ arrival: quoted }));
  await sql.query(
    `update checkouts set expires_at = now() - interval '1 day',
            promise = json_build_object('earliest', $2::text, 'latest', $2::text, 'dispatchBy', $2::text) where id = $1`,
    [checkoutId, plusDays(today, -1)],
  );
  await expireCheckouts(shop.db);

  const placed = (await customer.verify((await shop.sandbox.pay(order.id)).verification)).json();

  expect(await customer.promiseOf(placed.orderId)).toEqual(quoted);
});

test('a checkout of the previous release, without dates, is placed with those of the moment', async () => {
  const customer = await aCustomerIn('United States');
  const { order, checkoutId } = startedCheckout(await customer.start());
  await sql.query('update checkouts set promise = null where id = $1', [checkoutId]);

  const placed = (await customer.verify((await shop.sandbox.pay(order.id)).verification)).json();

  expect(await customer.promiseOf(placed.orderId)).toEqual(await customer.quoteFor('United States'));
});
