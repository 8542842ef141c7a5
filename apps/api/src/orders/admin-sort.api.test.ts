import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { OrderSummary } from '@shop/contracts/orders/admin-schema';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { aShopper, anAdmin, db, sql } = shop;
const grace = await anAdmin();
const mary = await aShopper({ name: 'Mary Manifold' });
const [ring, brooch] = await Promise.all([
  aVariant(shop, { quantities: [1_000] }),
  aVariant(shop, { quantities: [1_000] }),
]);

type Listed = Pick<OrderSummary, 'id' | 'total' | 'createdAt' | 'status'> & { isExpress: boolean };

/** More than a page, with few distinct totals and times. Only these are of 2018. */
const placed: Listed[] = [];
for (let n = 0; n < 56; n += 1) {
  const status = n % 3 ? 'pending' : 'shipped';
  const { id, totalCents } = await anOrder(db, {
    of: mary,
    items: [{ variantId: ring.variantId, quantity: 1 + (n % 4) }],
    status,
  });
  const createdAt = `2018-01-0${1 + (n % 5)}T12:00:00.000Z`;
  const isExpress = n % 7 === 0;
  await sql.query('update orders set created_at = $2, shipping_method = $3 where id = $1', [
    id,
    createdAt,
    isExpress ? 'express' : 'standard',
  ]);
  placed.push({ id, total: totalCents / 100, createdAt, status, isExpress });
}

async function walk(query: string) {
  const walked: OrderSummary[] = [];
  for (let path: string | undefined = `/api/admin/orders?${query}`; path; ) {
    const response = await grace.get(path);
    expect(response.statusCode, response.body).toBe(200);
    walked.push(...OrderSummary.array().parse(response.json()));
    path = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return walked;
}

const compare = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0);
const SORTS = {
  date: (one: Listed, other: Listed) => compare(one.createdAt, other.createdAt) || compare(one.id, other.id),
  total: (one: Listed, other: Listed) => compare(one.total, other.total) || compare(one.id, other.id),
};
function inOrder(orders: Listed[], sort: string) {
  const sorted = orders.toSorted(sort.endsWith('date') ? SORTS.date : SORTS.total);
  return (sort.startsWith('-') ? sorted.toReversed() : sorted).map(({ id }) => id);
}

const YEAR = 'from=2018-01-01&to=2018-12-31';

describe.each(['date', '-date', 'total', '-total'])('orders sorted by %s', (sort) => {
  test.each<[string, string, (order: Listed) => boolean]>([
    ['of a customer', 'q=mary+manifold', () => true],
    ['of a customer with a status', 'q=mary+manifold&status=pending', ({ status }) => status === 'pending'],
    ['of a period', YEAR, () => true],
    ['of a period with two filters', `${YEAR}&status=shipped&payment=paid`, ({ status }) => status === 'shipped'],
    ['of a period with a shipping method', `${YEAR}&shipping=express`, ({ isExpress }) => isExpress],
    ['of a period that are unfulfilled', `${YEAR}&fulfillment=unfulfilled`, ({ status }) => status === 'pending'],
  ])('have no gaps or repeats between pages: %s', async (_what, filter, matches) => {
    const walked = await walk(`${filter}&sort=${sort}`);

    expect(walked.map(({ id }) => id)).toEqual(inOrder(placed.filter(matches), sort));
  });

  test.each(['', 'fulfillment=unfulfilled', 'payment=paid', 'shipping=standard'])(
    'have no gaps or repeats between pages of the whole store: %s',
    async (filter) => {
      const [walked, newest] = [await walk(`sort=${sort}${filter && `&${filter}`}`), await walk(filter)];

      // Times are stored in microseconds and shown in milliseconds.
      const byDate = newest.map(({ id }) => id);
      const byTotal = inOrder(
        newest.map((order) => ({ ...order, isExpress: false })),
        sort,
      );
      const expected = { date: byDate.toReversed(), '-date': byDate }[sort] ?? byTotal;
      expect(walked.map(({ id }) => id)).toEqual(expected);
    },
  );
});

test('the order list shows units and the images of the first three items', async () => {
  const ada = await aShopper({ name: 'Ada Pictured' });
  const { id } = await anOrder(db, {
    of: ada,
    items: [
      { variantId: ring.variantId, quantity: 2 },
      { variantId: brooch.variantId, quantity: 3 },
    ],
  });
  await sql.query(`update order_lines set image = '/media/ring/960.webp' where order_id = $1 and variant_id = $2`, [
    id,
    ring.variantId,
  ]);

  const [order] = await walk('q=ada+pictured');

  expect(order).toMatchObject({ id, units: 5 });
  expect(order?.images.toSorted()).toEqual(['/media/ring/960.webp', null]);
});

test('the next page of a form with empty fields has the same filters', async () => {
  expect(await walk('q=mary+manifold&status=&payment=&sort=&shipping=')).toHaveLength(placed.length);
});

test('the order export has the new filters', async () => {
  const response = await grace.get(`/api/admin/orders/export?${YEAR}&shipping=express&fulfillment=unfulfilled`);

  const expected = placed.filter(({ isExpress, status }) => isExpress && status === 'pending');
  expect(response.body.trim().split('\n')).toHaveLength(1 + expected.length);
  expect((await grace.get('/api/admin/orders/export?sort=total')).statusCode).toBe(422);
});

test('rejects sorting more than 10,000 orders of a period or a search by total', async () => {
  const many = await aShopper({ name: 'Many Orders' });
  const { id } = await anOrder(db, { of: many, items: [{ variantId: ring.variantId, quantity: 1 }], method: 'cod' });
  await sql.query(
    `with source as (select * from orders where id = $1),
          checkout as (
            insert into checkouts (user_id, cart_version, status, payment_method, shipping_address, shipping_method, tax_bp,
                                   subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents, charge_minor,
                                   charge_currency, charge_rate, expires_at)
            select user_id, 1, 'completed', 'cod', shipping_address, 'standard', tax_bp, subtotal_cents, tax_cents,
                   shipping_cents, 0, total_cents, charge_minor, charge_currency, charge_rate, now()
              from source, generate_series(1, 10001) returning id)
     insert into orders (checkout_id, user_id, email, payment_method, payment_status, shipping_address, shipping_method,
                         tax_bp, subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents, charge_minor,
                         charge_currency, charge_rate, created_at)
     select c.id, s.user_id, s.email, 'cod', 'pending', s.shipping_address, 'standard', s.tax_bp, s.subtotal_cents,
            s.tax_cents, s.shipping_cents, 0, s.total_cents, s.charge_minor, s.charge_currency, s.charge_rate,
            timestamptz '2017-05-05' from checkout c, source s`,
    [id],
  );

  for (const filter of ['from=2017-01-01&to=2017-12-31', 'q=many+orders']) {
    const response = await grace.get(`/api/admin/orders?${filter}&sort=-total`);
    expect(response.json()).toMatchObject({
      status: 422,
      code: 'sort_too_broad',
      errors: [{ field: 'sort', message: adminOrderMessages.tooManyToSort }],
    });
    expect((await grace.get(`/api/admin/orders?${filter}&sort=date`)).statusCode).toBe(200);
  }
  expect((await grace.get('/api/admin/orders?sort=-total')).statusCode).toBe(200);
});

test.each([
  ['by total', `shipping_method = 'express' and status = 'pending' and payment_status = 'paid'`, 'total_cents, id'],
  [
    'by shipping method',
    `shipping_method = 'express' and status = 'pending' and payment_status = 'paid'`,
    'created_at desc, id desc',
  ],
])('a range %s is read from its index in order', async (name, where, order) => {
  const client = await sql.connect();
  await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
  // One of twenty is express. Without statistics of its own, the plan depends on when the server last made some.
  await client.query(`
    update orders set shipping_method = 'express' where id in (
      select id from (select id, row_number() over (order by id) as place from orders) o where place % 20 = 0)`);
  await client.query('analyze orders');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select id from orders where ${where} order by ${order} limit 51`,
  );
  await client.query('rollback');
  client.release();

  const index = name === 'by total' ? 'orders_by_total' : 'orders_by_shipping';
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`Index (Only )?Scan using ${index}`));
});
