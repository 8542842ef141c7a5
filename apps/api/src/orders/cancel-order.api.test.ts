import { randomUUID } from 'node:crypto';
import { orderMessages, statusPhrases } from '@shop/contracts/orders/messages';
import { describe, expect, test } from 'vitest';
import { anOrder, discountCodeUses, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import type { TestStore } from '#test/harness.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { queuedJobs } from '#test/jobs.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, guest, db, sql } = shop;

type Client = Pick<TestStore['guest'], 'post'>;
const cancel = (who: Client, id: string, key = randomUUID()) =>
  who.post(`/api/orders/${id}/cancellation`, undefined, { 'idempotency-key': key });

const stored = async (id: string) => {
  const { rows } = await sql.query(
    `select o.status, o.payment_status, (select count(*)::int from order_status_history where order_id = o.id) as steps,
            (select count(*)::int from notifications n join order_status_history h on h.id = n.history_id
              where h.order_id = o.id) as notifications,
            (select json_agg(p.status) from payments p where p.order_id = o.id) as payments,
            (select json_agg(json_build_object('amount', r.amount_minor, 'status', r.status, 'reason', r.reason))
               from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id) as refunds
       from orders o where o.id = $1`,
    [id],
  );
  return rows[0];
};

describe('a customer', () => {
  test.each(['pending', 'processing'] as const)(
    'STATE-003 STATE-005 STATE-007 cancels a %s order: stock and discount code are returned, and a refund is queued',
    async (status) => {
      const ada = await aShopper();
      const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
      const code = `ONCE${randomUUID().slice(0, 8).toUpperCase()}`;
      await sql.query('insert into discount_codes (code, percent_bp, usage_limit) values ($1, 1000, 1)', [code]);
      const items = [{ variantId, quantity: 2 }];
      const { id, number } = await anOrder(db, { of: ada, items, discountCode: code, status });
      expect(await unitsOf(shop, variantId)).toEqual({ available: 3, reserved: 0, sold: 2, received: 5 });

      const response = await cancel(ada, id);

      expect(response.json()).toMatchObject({ id, status: 'cancelled', paymentStatus: 'refunded' });
      expect(await unitsOf(shop, variantId)).toEqual({ available: 5, reserved: 0, sold: 0, received: 5 });
      expect(await discountCodeUses(shop, code)).toBe(0);
      const { charge, refunds } = response.json();
      expect(await stored(id)).toMatchObject({
        payments: ['refunded'],
        refunds: [{ amount: charge.amount, status: 'pending', reason: orderMessages.refundReason }],
      });
      const jobs = await queuedJobs(shop, 'refund_payment');
      expect(jobs.filter(({ payload }) => payload.refundId === refunds[0].id)).toHaveLength(1);
      const { rows: notifications } = await sql.query(
        'select title, message, link from notifications where user_id = $1 order by id desc limit 1',
        [ada.id],
      );
      expect(notifications).toEqual([
        {
          title: orderMessages.notificationTitle,
          message: `Your order #${number} ${statusPhrases.cancelled}.`,
          link: `/orders/${id}`,
        },
      ]);
    },
  );

  test('STATE-022 sees the order as cancelled in every process', async () => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status: 'processing' });
    const response = await cancel(ada, id);

    const elsewhere = await createTestStore({ databaseUrl: shop.config.databaseDirectUrl });

    const fetched = await elsewhere.app.inject({ url: `/api/orders/${id}`, headers: ada.headers });
    expect(fetched.json()).toEqual(response.json());
    const session = await elsewhere.app.inject({ url: '/api/session', headers: ada.headers });
    expect(session.json()).toMatchObject({ unreadCount: 3 });
  });

  test('gets no refund for an unpaid order: cash on delivery stays pending', async () => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], method: 'cod' });

    expect((await cancel(ada, id)).json()).toMatchObject({ status: 'cancelled', paymentStatus: 'pending' });
    expect(await stored(id)).toMatchObject({ payments: null, refunds: null });
  });

  test.each(['shipped', 'delivered', 'cancelled'] as const)(
    'STATE-004 cannot cancel a %s order, and nothing changes',
    async (status) => {
      const ada = await aShopper();
      const { variantId } = await aVariant(shop, { quantities: [1] });
      const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }], status });
      const [before, units] = [await stored(id), await unitsOf(shop, variantId)];

      const response = await cancel(ada, id);

      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        code: 'order_not_cancellable',
        message: orderMessages.tooLateToCancel,
      });
      expect(await stored(id)).toEqual(before);
      expect(await unitsOf(shop, variantId)).toEqual(units);
    },
  );

  test('cancels once with eight concurrent requests and a retry under one key, with one response', async () => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
    const key = randomUUID();

    const responses = await Promise.all(Array.from({ length: 8 }, () => cancel(ada, id, key)));
    responses.push(await cancel(ada, id, key));

    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await stored(id)).toMatchObject({ status: 'cancelled', steps: 2, notifications: 2, refunds: [{}] });
  });

  test('can send a body, however deeply nested: it is not read', async () => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop, { quantities: [5], price: 100 });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
    const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' };

    const response = await ada.post(
      `/api/orders/${id}/cancellation`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      headers,
    );

    expect(response.json()).toMatchObject({ id, status: 'cancelled' });
  });

  test('must send an idempotency key, and cannot use it for another order', async () => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop, { quantities: [2] });
    const items = [{ variantId, quantity: 1 }];
    const [first, second] = [await anOrder(db, { of: ada, items }), await anOrder(db, { of: ada, items })];
    const key = randomUUID();

    expect((await ada.post(`/api/orders/${first.id}/cancellation`)).statusCode).toBe(422);
    expect((await cancel(ada, first.id, key)).statusCode).toBe(200);
    const reused = await cancel(ada, second.id, key);
    expect(reused.statusCode).toBe(422);
    expect(reused.json().code).toBe('key_reused');
    expect(await stored(second.id)).toMatchObject({ status: 'pending' });
  });
});

describe('cancelling another customer’s order', () => {
  test('ROLE-004 fails for a customer like an unknown order', async () => {
    const [ada, eve] = await Promise.all([aShopper(), aShopper()]);
    const { variantId } = await aVariant(shop, { quantities: [1] });
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
    const before = await stored(id);

    const [foreign, unknown] = [await cancel(eve, id), await cancel(eve, randomUUID())];

    for (const response of [foreign, unknown]) {
      const { requestId: _, ...problem } = response.json();
      expect(problem).toMatchObject({ status: 404, code: 'order_not_found', message: orderMessages.notFound });
    }
    expect((await cancel(guest, id)).statusCode).toBe(401);
    expect(await stored(id)).toEqual(before);
  });

  test('ROLE-007 succeeds for an admin, with the same limits', async () => {
    const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);
    const { variantId } = await aVariant(shop, { quantities: [2] });
    const items = [{ variantId, quantity: 1 }];
    const [here, away] = [
      await anOrder(db, { of: ada, items, status: 'processing' }),
      await anOrder(db, { of: ada, items, status: 'shipped' }),
    ];

    expect((await cancel(grace, here.id)).json()).toMatchObject({ status: 'cancelled', userId: ada.id });
    expect((await cancel(grace, away.id)).statusCode).toBe(409);
    const { rows } = await sql.query(
      'select actor, actor_user_id from order_status_history where order_id = $1 and seq = 3',
      [here.id],
    );
    expect(rows).toEqual([{ actor: 'admin', actor_user_id: grace.id }]);
  });
});
