import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseIsAway } from '#platform/database-errors.ts';
import type { ProviderPayment } from '#platform/payment-provider.ts';
import { unitsOf } from '../../test/an-order.ts';
import { checkBooksAtTheEnd } from '../../test/books.ts';
import { aPiece } from '../../test/cart.ts';
import { rounds } from '../../test/effort.ts';
import { aBuyer, type Buyer, opened, paidShop, withoutTime } from '../../test/paid-shop.ts';
import { expireCheckouts } from './expire.ts';
import type { Settled } from './rules.ts';
import { settle } from './settle.ts';

const shop = await paidShop();
checkBooksAtTheEnd(shop);
const { db, sql, sandbox, provider } = shop;
// Only who is in the race tells of a payment.
beforeAll(() => sandbox.failMessages({ do: 'drop' }));

const ROUNDS = rounds(5, 1_000);
const AN_HOUR = 3_600_000;

async function atTheWindow(units = 1) {
  const { variantId } = await aPiece(shop, { quantities: [units] });
  const ada = await aBuyer(shop, [{ variantId }]);
  const { order, checkoutId } = opened(await ada.start());
  return { ada, variantId, order, checkoutId };
}
async function paid(orderId: string) {
  const { proof, payment } = await sandbox.pay(orderId);
  return { proof, payment: await provider.fetchPayment(payment.id) };
}
/** As a client does that is told to come back: a busy machine may let a lock wait too long. */
async function insist(call: () => Promise<LightMyRequestResponse>) {
  for (;;) {
    const answer = await call();
    if (answer.statusCode !== 503) return answer;
  }
}
/** As the worker does. */
async function tell(payment: ProviderPayment): Promise<Settled> {
  try {
    return await settle(db, payment);
  } catch (error) {
    if (databaseIsAway(error)) return tell(payment);
    throw error;
  }
}
/** Everything that must have happened once, counted. */
async function tracesOf({ id }: Buyer) {
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
const givenBack = { orders: 0, steps: 0, payments: 1, refunds: 1, told: 1, mails: 1 };

describe(`${ROUNDS} times at the same moment`, () => {
  test('CHK-024 the page brings its proof while the message is worked off: one order', {
    timeout: AN_HOUR,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { ada, variantId, order } = await atTheWindow();
      const { proof, payment } = await paid(order.id);

      const prove = () => insist(() => ada.verify(proof));
      const both = [prove, () => tell(payment), prove, () => tell(payment)];
      await Promise.all((round % 2 ? both : both.toReversed()).map((start) => start()));

      expect((await prove()).statusCode).toBe(200);
      expect(await tracesOf(ada)).toEqual(ordered);
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
    }
  });

  test('CHK-017 fifty clicks with one key: one checkout, one answer', { timeout: AN_HOUR }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { variantId } = await aPiece(shop, { quantities: [50] });
      const ada = await aBuyer(shop, [{ variantId }]);
      const key = randomUUID();
      const body = { paymentMethod: round % 2 ? 'cod' : 'card' };

      const answers = await Promise.all(Array.from({ length: 50 }, () => ada.start(body, key)));

      // One that was cut off in the middle may keep its place for some seconds.
      await vi.waitUntil(async () => (await ada.start(body, key)).statusCode === 200, { timeout: 15_000 });
      const last = await ada.start(body, key);
      for (const answer of answers)
        if (answer.statusCode === 200) expect(withoutTime(answer)).toEqual(withoutTime(last));
        else expect([409, 503]).toContain(answer.statusCode);
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
      const bob = await aBuyer(shop, [{ variantId }]);
      const key = randomUUID();
      const { payment } = await paid(order.id);
      await sql.query('update checkouts set expires_at = now() where id = $1', [checkoutId]);

      const [, settled, bobs] = await Promise.all([
        expireCheckouts(db),
        tell(payment),
        insist(() => bob.start({ paymentMethod: 'cod' }, key)),
      ]);

      expect(await tracesOf(ada)).toEqual(settled.outcome === 'placed' ? ordered : givenBack);
      expect([settled.outcome, bobs.statusCode]).toEqual(
        settled.outcome === 'placed' ? ['placed', 409] : ['too_late', 200],
      );
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
    }
  });

  test('two carts for the last piece: one gets it, the other is told that it is sold out', {
    timeout: AN_HOUR,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { variantId } = await aPiece(shop, { quantities: [1] });
      const buyers = [await aBuyer(shop, [{ variantId }]), await aBuyer(shop, [{ variantId }])];

      const answers = await Promise.all(
        buyers.map((buyer, index) => {
          const key = randomUUID();
          return insist(() => buyer.start({ paymentMethod: (round + index) % 3 ? 'cod' : 'card' }, key));
        }),
      );

      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('sold_out');
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0 });
    }
  });

  test('carts with the same pieces in another order never wait for one another', { timeout: AN_HOUR }, async () => {
    const pieces = [await aPiece(shop, { quantities: [9_999] }), await aPiece(shop, { quantities: [9_999] })];

    for (let round = 0; round < ROUNDS; round++) {
      const buyers = await Promise.all(
        [pieces, pieces.toReversed(), pieces, pieces.toReversed()].map((some) => aBuyer(shop, some)),
      );
      const wish = (turn: number) => ({ shippingMethod: turn % 2 ? 'express' : 'standard' });
      for (const turn of [0, 1]) {
        const answers = await Promise.all(buyers.map((buyer) => insist(() => buyer.start(wish(turn)))));
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
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
      const [settled, again] = await Promise.all([
        tell(payment),
        insist(() => ada.start({ paymentMethod: 'cod' }, key)),
      ]);

      if (settled.outcome === 'placed') expect(again.json().code).toBe('cart_empty');
      else expect([settled.outcome, again.statusCode]).toEqual(['not_needed', 200]);
      const { orders, refunds } = await tracesOf(ada);
      expect({ orders, refunds }).toEqual({ orders: 1, refunds: settled.outcome === 'placed' ? 0 : 1 });
      expect(await unitsOf(shop, variantId)).toMatchObject({ available: 0, reserved: 0, sold: 1 });
    }
  });
});
