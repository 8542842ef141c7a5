import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { isDatabaseUnavailable } from '#platform/database-errors.ts';
import type { ProviderPayment } from '#platform/payment-provider.ts';
import { unitsOf } from '../../test/an-order.ts';
import { aVariant } from '../../test/cart.ts';
import { checkInvariantsAfterAll } from '../../test/invariants-after-all.ts';
import { rounds } from '../../test/property-runs.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  withoutSecondsRemaining,
} from '../../test/store-with-payments.ts';
import { expireCheckouts } from './expire.ts';
import { finalizePayment } from './finalize.ts';
import type { FinalizeResult } from './rules.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sql, sandbox, provider } = shop;
// Only who is in the race tells of a payment.
beforeAll(() => sandbox.failWebhooks({ do: 'drop' }));

const ROUNDS = rounds(5, 1_000);
const AN_HOUR = 3_600_000;

async function atTheWindow(units = 1) {
  const { variantId } = await aVariant(shop, { quantities: [units] });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  const { order, checkoutId } = startedCheckout(await ada.start());
  return { ada, variantId, order, checkoutId };
}
async function paid(orderId: string) {
  const { proof: verification, payment } = await sandbox.pay(orderId);
  return { proof: verification, payment: await provider.fetchPayment(payment.id) };
}
/** As a client does that is told to come back: a busy machine may let a lock wait too long. */
async function retryWhileUnavailable(call: () => Promise<LightMyRequestResponse>) {
  for (;;) {
    const response = await call();
    if (response.statusCode !== 503) return response;
  }
}
/** As the worker does. */
async function finalizeWithRetry(payment: ProviderPayment): Promise<FinalizeResult> {
  try {
    return await finalizePayment(db, payment);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return finalizeWithRetry(payment);
    throw error;
  }
}
/** Everything that must have happened once, counted. */
async function countRecords({ id }: CustomerWithCart) {
  const { rows } = await sql.query(
    `select (select count(*)::int from orders where user_id = $1) as orders,
            (select count(*)::int from order_status_history h join orders o on o.id = h.order_id where o.user_id = $1) as steps,
            (select count(*)::int from payments p join checkouts c on c.id = p.checkout_id where c.user_id = $1) as payments,
            (select count(*)::int from refunds r join payments p on p.id = r.payment_id
               join checkouts c on c.id = p.checkout_id where c.user_id = $1) as refunds,
            (select count(*)::int from notifications where user_id = $1) as told,
            (select count(*)::int from mails where user_id = $1) as mails`,
    [id],
  );
  return rows[0];
}
const ordered = { orders: 1, steps: 1, payments: 1, refunds: 0, told: 1, mails: 1 };
const refunded = { orders: 0, steps: 0, payments: 1, refunds: 1, told: 1, mails: 1 };

describe(`${ROUNDS} times at the same moment`, () => {
  test('CHK-024 the page brings its proof while the message is worked off: one order', {
    timeout: AN_HOUR,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ada, variantId, order } = await atTheWindow();
      const { proof: verification, payment } = await paid(order.id);

      const prove = () => retryWhileUnavailable(() => ada.verify(verification));
      const both = [prove, () => finalizeWithRetry(payment), prove, () => finalizeWithRetry(payment)];
      await Promise.all((round % 2 ? both : both.toReversed()).map((start) => start()));

      expect((await prove()).statusCode).toBe(200);
      expect(await countRecords(ada)).toEqual(ordered);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
    }
  });

  test('CHK-017 fifty clicks with one key: one checkout, one answer', { timeout: AN_HOUR }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { variantId } = await aVariant(shop, { quantities: [50] });
      const ada = await aCustomerWithCart(shop, [{ variantId }]);
      const key = randomUUID();
      const body = { paymentMethod: round % 2 ? 'cod' : 'card' };

      const responses = await Promise.all(Array.from({ length: 50 }, () => ada.start(body, key)));

      // One that was cut off in the middle may keep its place for some seconds.
      await vi.waitUntil(async () => (await ada.start(body, key)).statusCode === 200, { timeout: 15_000 });
      const last = await ada.start(body, key);
      for (const response of responses)
        if (response.statusCode === 200)
          expect(withoutSecondsRemaining(response)).toEqual(withoutSecondsRemaining(last));
        else expect([409, 503]).toContain(response.statusCode);
      const { rows } = await sql.query('select from checkouts where user_id = $1', [ada.id]);
      expect(rows).toHaveLength(1);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 49 });
    }
  });

  test('the time runs out, the money comes, and another wants the piece: one of them gets it', {
    timeout: AN_HOUR,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ada, variantId, order, checkoutId } = await atTheWindow();
      const bob = await aCustomerWithCart(shop, [{ variantId }]);
      const key = randomUUID();
      const { payment } = await paid(order.id);
      await sql.query('update checkouts set expires_at = now() where id = $1', [checkoutId]);

      const [, finalized, bobs] = await Promise.all([
        expireCheckouts(db),
        finalizeWithRetry(payment),
        retryWhileUnavailable(() => bob.start({ paymentMethod: 'cod' }, key)),
      ]);

      expect(await countRecords(ada)).toEqual(finalized.result === 'placed' ? ordered : refunded);
      expect([finalized.result, bobs.statusCode]).toEqual(
        finalized.result === 'placed' ? ['placed', 409] : ['too_late', 200],
      );
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
    }
  });

  test('two carts for the last piece: one gets it, the other is told that it is sold out', {
    timeout: AN_HOUR,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { variantId } = await aVariant(shop, { quantities: [1] });
      const customers = [
        await aCustomerWithCart(shop, [{ variantId }]),
        await aCustomerWithCart(shop, [{ variantId }]),
      ];

      const responses = await Promise.all(
        customers.map((customer, index) => {
          const key = randomUUID();
          return retryWhileUnavailable(() =>
            customer.start({ paymentMethod: (round + index) % 3 ? 'cod' : 'card' }, key),
          );
        }),
      );

      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect(responses.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('out_of_stock');
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0 });
    }
  });

  test('carts with the same pieces in another order never wait for one another', { timeout: AN_HOUR }, async () => {
    const variants = [await aVariant(shop, { quantities: [9_999] }), await aVariant(shop, { quantities: [9_999] })];

    for (let round = 0; round < ROUNDS; round++) {
      const customers = await Promise.all(
        [variants, variants.toReversed(), variants, variants.toReversed()].map((some) => aCustomerWithCart(shop, some)),
      );
      const inputFor = (turn: number) => ({ shippingMethod: turn % 2 ? 'express' : 'standard' });
      for (const turn of [0, 1]) {
        const responses = await Promise.all(
          customers.map((customer) => retryWhileUnavailable(() => customer.start(inputFor(turn)))),
        );
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      }
    }
  });

  test('another checkout takes the place of one that is being paid: the money buys or goes back', {
    timeout: AN_HOUR,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ada, variantId, order } = await atTheWindow();
      const { payment } = await paid(order.id);

      const key = randomUUID();
      const [finalized, again] = await Promise.all([
        finalizeWithRetry(payment),
        retryWhileUnavailable(() => ada.start({ paymentMethod: 'cod' }, key)),
      ]);

      if (finalized.result === 'placed') expect(again.json().code).toBe('cart_empty');
      else expect([finalized.result, again.statusCode]).toEqual(['not_needed', 200]);
      const { orders, refunds } = await countRecords(ada);
      expect({ orders, refunds }).toEqual({ orders: 1, refunds: finalized.result === 'placed' ? 0 : 1 });
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
    }
  });
});
