import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { OrderSummary } from '@shop/contracts/orders/admin-schema';
import type { OrderStatus } from '@shop/contracts/orders/schema';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { aShopper, anAdmin, db, sql } = shop;
const grace = await anAdmin();
const [ada, zoe] = await Promise.all([
  aShopper({ name: 'Ada Lovelace', email: 'ada.lovelace@analytical.example' }),
  aShopper({ name: 'Zoé O’Hara 100%', email: 'zoe_1@example.org' }),
]);
const { variantId } = await aVariant(shop, { quantities: [1_000] });
const place = (of: { id: string }, status: OrderStatus = 'pending', method: 'card' | 'cod' = 'card') =>
  anOrder(db, { of, items: [{ variantId, quantity: 1 }], status, method });

// Only the orders of this file are this old.
const pending = await place(ada);
const shipped = await place(ada, 'shipped');
const cancelled = await place(zoe, 'cancelled');
const cash = await place(zoe, 'pending', 'cod');
for (const [day, { id }] of Object.entries([pending, shipped, cancelled, cash]))
  await sql.query(
    `update orders set created_at = '2020-03-01T23:30:00Z'::timestamptz + $2 * interval '1 day' where id = $1`,
    [id, Number(day)],
  );

async function listOrderIds(filter: Record<string, string>) {
  const response = await grace.get(`/api/admin/orders?${new URLSearchParams({ to: '2020-12-31', ...filter })}`);
  expect(response.statusCode, response.body).toBe(200);
  return OrderSummary.array()
    .parse(response.json())
    .map(({ id }) => id);
}

describe('the list of all orders', () => {
  test('AORD-001 shows number, customer, day, status, payment and total, newest first', async () => {
    const response = await grace.get('/api/admin/orders?to=2020-12-31');

    expect(OrderSummary.array().parse(response.json())[0]).toMatchObject({
      id: cash.id,
      number: cash.id.slice(-8),
      userId: zoe.id,
      customer: 'Zoé O’Hara 100%',
      email: zoe.email,
      status: 'pending',
      paymentMethod: 'cod',
      paymentStatus: 'pending',
      total: cash.totalCents / 100,
    });
    expect(await listOrderIds({})).toEqual([cash.id, cancelled.id, shipped.id, pending.id]);
  });

  test.each([
    ['a status', { status: 'pending' }, [cash, pending]],
    ['a payment', { payment: 'refunded' }, [cancelled]],
    ['both', { status: 'pending', payment: 'paid' }, [pending]],
    ['due payments', { payment: 'due' }, [cash]],
    ['due payments of a customer', { q: 'zoe', payment: 'due' }, [cash]],
    ['due payments of cancelled orders', { payment: 'due', status: 'cancelled' }, []],
    ['a status and payment that no order has', { status: 'cancelled', payment: 'pending' }, []],
    ['a day', { from: '2020-03-02', to: '2020-03-02' }, [shipped]],
    ['days and a status', { from: '2020-03-02', status: 'pending' }, [cash]],
    ['an order number', { q: `#${shipped.id.slice(-8).toUpperCase()}` }, [shipped]],
    ['a whole id', { q: shipped.id }, [shipped]],
    ['an email address', { q: 'ada.lovelace@analytical.example' }, [shipped, pending]],
    ['the prefix of an email address', { q: 'ADA.LOVE' }, [shipped, pending]],
    ['words of a name, in any order', { q: 'lovel ada' }, [shipped, pending]],
    ['a name without its accents', { q: 'zoe o' }, [cash, cancelled]],
    ['a name without its punctuation', { q: 'hara zoe' }, [cash, cancelled]],
    ['no order by the middle of a word', { q: 'velace' }, []],
    ['a name and a status', { q: 'zoe', status: 'cancelled' }, [cancelled]],
    ['a name with a SQL wildcard', { q: '100%' }, [cash, cancelled]],
    ['no order by SQL wildcards only', { q: '%%%' }, []],
    ['an underscore taken literally', { q: 'zoe_1' }, [cash, cancelled]],
    ['no order by an underscore as a wildcard', { q: 'zoe_1_ex' }, []],
    ['no order by a percent sign as a wildcard', { q: 'zo%example' }, []],
    ['no order by an unknown name', { q: 'no such person' }, []],
  ])('can be filtered to %s', async (_what, filter, orders) => {
    expect(await listOrderIds(filter)).toEqual(orders.map(({ id }) => id));
  });

  test('finds an order by its original email address after the customer changed it', async () => {
    const bea = await aShopper({ email: 'before@example.org' });
    const { id } = await place(bea);
    await sql.query(`update users set email = 'after@example.org' where id = $1`, [bea.id]);

    for (const q of ['before@example.org', 'after@example.org']) {
      const [order] = OrderSummary.array().parse((await grace.get(`/api/admin/orders?q=${q}`)).json());
      expect(order?.id).toBe(id);
    }
  });

  test.each([
    ['q', 'ab'],
    ['q', 'x'.repeat(201)],
    ['status', 'paid'],
    ['payment', 'none'],
    ['from', '2020-02-31'],
    ['to', 'yesterday'],
    ['to', '9999-12-31'],
    ['after', '1'],
    ['sort', 'id'],
  ])('rejects %s=%s', async (field, value) => {
    const response = await grace.get(`/api/admin/orders?${new URLSearchParams({ [field]: value })}`);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0].field).toBe(field);
  });

  test('rejects a search that matches more than 500 customers', async () => {
    await sql.query(
      `insert into users (name, email) select 'Common Name', 'common' || n || '@example.com' from generate_series(1, 501) n`,
    );

    const response = await grace.get('/api/admin/orders?q=common+name');

    expect(response.json()).toMatchObject({
      status: 422,
      errors: [{ field: 'q', message: adminOrderMessages.tooMany }],
    });
    expect((await grace.get('/api/admin/orders/export?q=common+name')).statusCode).toBe(422);
  });

  test('is paginated with its filter and without gaps, even when orders have the same creation time', async () => {
    const many = await aShopper({ name: 'Mary Many' });
    const createdIds = [];
    for (let count = 0; count < 52; count += 1)
      createdIds.push((await place(many, count % 2 ? 'pending' : 'processing')).id);
    await sql.query(`update orders set created_at = '2019-01-01' where user_id = $1`, [many.id]);

    for (const filter of ['q=mary+many', 'to=2019-12-31', 'to=2019-12-31&payment=paid']) {
      const walked: string[] = [];
      for (let path: string | undefined = `/api/admin/orders?${filter}`; path; ) {
        const response = await grace.get(path);
        walked.push(
          ...OrderSummary.array()
            .parse(response.json())
            .map(({ id }) => id),
        );
        path = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
      }
      expect(walked).toEqual(createdIds.toSorted().toReversed());
    }
  });
});

test('a filter by status and payment is read from its index in order, without sorting all orders', async () => {
  const client = await sql.connect();
  await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`
    explain select * from orders where status = 'pending' and payment_status = 'paid'
     order by created_at desc, id desc limit 51`);
  await client.query('rollback');
  client.release();

  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/^Limit.*\n.*Index Scan using orders_by_status/);
});
