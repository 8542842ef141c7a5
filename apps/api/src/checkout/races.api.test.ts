import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@shop/contracts/common/time';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  type CustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  withoutSecondsRemaining,
} from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { expireOpenCheckouts } from '#test/limits.ts';
import { rounds } from '#test/property-runs.ts';
import { finalizePayment } from './confirm.ts';
import { expireCheckouts } from './expire.ts';
import type { FinalizeResult } from './rules.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sql, sandbox, provider } = shop;
// Payments are reported only by the racing calls.
beforeAll(() => sandbox.failWebhooks({ do: 'drop' }));

const ROUNDS = rounds(5, 1_000);

async function aStartedCheckout(units = 1) {
  const { variantId } = await aVariant(shop, { quantities: [units] });
  const ada = await aCustomerWithCart(shop, [{ variantId }]);
  const { order, checkoutId } = startedCheckout(await ada.start());
  return { ada, variantId, order, checkoutId };
}
async function paid(orderId: string) {
  const { verification, payment } = await sandbox.pay(orderId);
  return { verification, payment: await provider.fetchPayment(payment.id) };
}
/** Retries on 503 as a client does: on a busy machine a lock may time out. */
async function retryWhileUnavailable(call: () => Promise<LightMyRequestResponse>) {
  for (;;) {
    const response = await call();
    if (response.statusCode !== 503) return response;
  }
}
/** Retries as the worker does. */
async function finalizeWithRetry(payment: ProviderPayment): Promise<FinalizeResult> {
  try {
    return await finalizePayment(db, payment);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return finalizeWithRetry(payment);
    throw error;
  }
}
/** Counts everything that must happen once. */
async function countRecords({ id }: CustomerWithCart) {
  const { rows } = await sql.query(
    `select (select count(*)::int from orders where user_id = $1) as orders,
            (select count(*)::int from order_status_history h join orders o on o.id = h.order_id where o.user_id = $1) as steps,
            (select count(*)::int from payments p join checkouts c on c.id = p.checkout_id where c.user_id = $1) as payments,
            (select count(*)::int from refunds r join payments p on p.id = r.payment_id
               join checkouts c on c.id = p.checkout_id where c.user_id = $1) as refunds,
            (select count(*)::int from notifications where user_id = $1) as notifications,
            (select count(*)::int from email_messages where user_id = $1) as emails`,
    [id],
  );
  return rows[0];
}
const ordered = { orders: 1, steps: 1, payments: 1, refunds: 0, notifications: 1, emails: 1 };
const refunded = { orders: 0, steps: 0, payments: 1, refunds: 1, notifications: 1, emails: 1 };

describe(`${ROUNDS} times concurrently`, () => {
  test('CHK-024 payment verification and webhook processing place one order', {
    timeout: HOUR_MS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ada, variantId, order } = await aStartedCheckout();
      const { verification, payment } = await paid(order.id);

      const verify = () => retryWhileUnavailable(() => ada.verify(verification));
      const both = [verify, () => finalizeWithRetry(payment), verify, () => finalizeWithRetry(payment)];
      await Promise.all((round % 2 ? both : both.toReversed()).map((start) => start()));

      expect((await verify()).statusCode).toBe(200);
      expect(await countRecords(ada)).toEqual(ordered);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
    }
  });

  test('CHK-017 fifty calls with one idempotency key open one checkout with one response', {
    timeout: HOUR_MS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { variantId } = await aVariant(shop, { quantities: [50] });
      const ada = await aCustomerWithCart(shop, [{ variantId }]);
      const key = randomUUID();
      const body = { paymentMethod: round % 2 ? 'cod' : 'card' };

      const responses = await Promise.all(Array.from({ length: 50 }, () => ada.start(body, key)));

      // An interrupted call may stay in progress for some seconds.
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

  test('expiry, payment and another order compete for the last unit: one of them gets it', {
    timeout: HOUR_MS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ada, variantId, order, checkoutId } = await aStartedCheckout();
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

  test('several carts start when all units are held by an expired checkout: each gets its own', {
    timeout: HOUR_MS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const variants = [await aVariant(shop, { quantities: [4] }), await aVariant(shop, { quantities: [4] })];
      const ada = await aCustomerWithCart(
        shop,
        variants.map((variant) => ({ ...variant, quantity: 4 })),
      );
      startedCheckout(await ada.start());
      const customers = await Promise.all(variants.flatMap(() => [0, 0]).map(() => aCustomerWithCart(shop, variants)));
      await expireOpenCheckouts(shop, ada);

      const worker = round % 2 ? expireCheckouts(db) : undefined;
      const responses = await Promise.all(
        customers.map((customer, index) => {
          const key = randomUUID();
          return retryWhileUnavailable(() => customer.start({ paymentMethod: index % 2 ? 'cod' : 'card' }, key));
        }),
      );
      await worker;

      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      for (const { variantId } of variants) expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0 });
    }
  });

  test('two carts compete for the last unit: one gets it, the other is rejected as out of stock', {
    timeout: HOUR_MS,
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

  test('carts with the same variants in another order do not deadlock', { timeout: HOUR_MS }, async () => {
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

  test('a checkout replaced while it is being paid is placed or refunded', {
    timeout: HOUR_MS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ada, variantId, order } = await aStartedCheckout();
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

test('units that are taken and given back while a checkout starts, twice, are not reported as too few', async () => {
  const variants = [await aVariant(shop, { quantities: [5] }), await aVariant(shop, { quantities: [5] })];
  const ada = await aCustomerWithCart(
    shop,
    variants.map((variant) => ({ ...variant, quantity: 2 })),
  );
  const [other, barrier] = [await sql.connect(), await sql.connect()];
  const change = (units: number) =>
    other.query('update stock set available = available + $2, received = received + $2 where variant_id = any ($1)', [
      variants.map(({ variantId }) => variantId),
      units,
    ]);
  const takeUncommitted = async () => {
    await other.query('begin');
    await change(-4);
  };
  const isWaiting = (statement: string) =>
    vi.waitUntil(
      async () =>
        (
          await sql.query(
            `select from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0
                and datname = current_database() and query like $1`,
            [`%${statement}%`],
          )
        ).rowCount,
      { timeout: 30_000, interval: 5 },
    );
  try {
    await takeUncommitted();
    const started = ada.start({ paymentMethod: 'cod' });
    for (const isLast of [false, true]) {
      await isWaiting('inventory.moveStock');
      await barrier.query('begin');
      const locked = barrier.query('lock table carts');
      await isWaiting('lock table carts');
      await other.query('commit');
      // The start has failed, and is yet to find out what is left.
      await locked;
      await change(4);
      if (!isLast) await takeUncommitted();
      await barrier.query('rollback');
    }

    expect((await started).json()).toHaveProperty('placed');
    for (const { variantId } of variants)
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 3, sold: 2 });
  } finally {
    // Closed: a test that failed leaves a transaction open.
    for (const client of [other, barrier]) client.release(true);
  }
});
