import { Demand } from '@shop/contracts/analytics/demand-schema';
import { describe, expect, test } from 'vitest';
import { PORTION } from '#platform/retention.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';
import { KEPT_PER_DAY } from './demand-counter-queries.ts';

const shop = await createTestStore();
const { db, sql, guest, aShopper, anAdmin, work } = shop;
const grace = await anAdmin();

async function demand(query: string, staff = grace) {
  const response = await staff.get(`/api/admin/demand?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return Demand.parse(response.json());
}
const rowsOf = async (kind: string) => (await demand(`kind=${kind}`)).rows;
const rowOf = async (kind: string, key: string) => (await rowsOf(kind)).find((row) => row.key === key);
/** Counts are written every two seconds. */
const eventually = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 30_000 });
const count = (view: object) => guest.post('/api/counts', view);
const mark = (body: object, staff = grace) => staff.put('/api/admin/demand/remedies', body);
const searchedToday = (query: string, searches: number, zeroResults: number, clicks = 0) =>
  sql.query(
    `insert into search_demand (day, query, searches, zero_results, clicks)
     values ((now() at time zone store_time_zone())::date, $1, $2, $3, $4)`,
    [query, searches, zeroResults, clicks],
  );

describe('the demand counter', () => {
  test('counts searches by query, with their results and clicks', async () => {
    for (const found of [false, false, true])
      expect((await count({ counter: 'searches', query: ' Opera  CAPE ', found })).statusCode).toBe(204);
    await count({ counter: 'searchClicks', query: 'opera cape' });
    await count({ counter: 'searches', query: 'ada@example.com', found: false });

    await eventually(() => rowOf('noResults', 'opera cape')).toMatchObject({ lost: 2, searches: 3, clicks: 1 });
    expect((await sql.query(`select from search_demand where query like '%ada%'`)).rowCount).toBe(0);
  });

  test('counts views of sold-out products and choices of sold-out variants that exist', async () => {
    const { productId, variantId } = await aVariant(shop, { name: 'Comet', quantities: [0] });
    await count({ counter: 'soldOutProducts', id: productId });
    await count({ counter: 'soldOutProducts', id: productId.toUpperCase() });
    await count({ counter: 'soldOutVariants', id: variantId });
    await count({ counter: 'soldOutProducts', id: UNKNOWN_ID });

    await eventually(() => rowOf('soldOut', productId)).toMatchObject({ name: 'Comet', lost: 2, available: 0 });
    await eventually(() => rowOf('sizes', variantId)).toMatchObject({ name: 'Comet', lost: 1, productId });
    expect((await sql.query('select from sold_out_demand where item_id = $1', [UNKNOWN_ID])).rowCount).toBe(0);
  });

  test.each([
    { counter: 'searches', query: 'bag' },
    { counter: 'searches', query: 'bag', found: true, who: 'Ada' },
    { counter: 'searchClicks' },
    { counter: 'soldOutProducts', id: 'moon' },
    { counter: 'waitlist' },
  ])('rejects %j', async (view) => {
    expect((await count(view)).statusCode).toBe(422);
  });
});

describe('unmet demand', () => {
  test('lists searches with no results, and those with few clicks, by lost interest', async () => {
    await searchedToday('anklet', 9, 9);
    await searchedToday('tiara', 30, 30);
    await searchedToday('pearls', 40, 0, 10);
    await searchedToday('brooch', 41, 0, 10);
    await searchedToday('cuff', 5, 0);

    const [noResults, noClicks] = [await rowsOf('noResults'), await rowsOf('noClicks')];

    expect(noResults.slice(0, 2)).toMatchObject([
      { key: 'tiara', lost: 30 },
      { key: 'anklet', lost: 9 },
    ]);
    expect(noClicks.map(({ key, lost }) => [key, lost])).toEqual([
      ['brooch', 31],
      ['cuff', 5],
    ]);
  });

  test('is that of the chosen days', async () => {
    await sql.query(`insert into search_demand (day, query, searches, zero_results)
                     values ('2026-02-03', 'old word', 2, 2), ('2026-02-04', 'old word', 3, 3)`);

    const { range, rows } = await demand('kind=noResults&from=2026-02-01&to=2026-02-03');

    expect(range).toMatchObject({ from: '2026-02-01', to: '2026-02-03' });
    expect(rows).toMatchObject([{ key: 'old word', lost: 2 }]);
  });

  test('lists variants by the customers who wait for them, with their options', async () => {
    const { variantIds, productId } = await aVariant(shop, { name: 'Orbit', quantities: [0, 0] });
    const [small = '', large = ''] = variantIds;
    for (const email of ['a@example.com', 'b@example.com'])
      await guest.post('/api/waitlist', { variantId: large, email });
    await guest.post('/api/waitlist', { variantId: small, email: 'a@example.com' });

    const rows = (await rowsOf('waitlist')).filter((row) => row.productId === productId);

    expect(rows.map(({ key, options, lost }) => [key, options, lost])).toEqual([
      [large, { Size: '1' }, 2],
      [small, { Size: '0' }, 1],
    ]);
  });

  test('needs the permission for analytics, and remedies that for products', async () => {
    const [wim, remy] = [await anAdmin({ role: 'packer' }), await anAdmin({ role: 'read-only' })];
    await searchedToday('read only', 1, 1);

    expect((await wim.get('/api/admin/demand')).statusCode).toBe(403);
    expect((await remy.get('/api/admin/demand')).statusCode).toBe(200);
    expect((await mark({ subject: 'search', key: 'read only', remedy: 'synonym' }, remy)).statusCode).toBe(403);
  });

  test('is exported as CSV', async () => {
    await searchedToday('=export', 2, 2);

    const response = await grace.get('/api/admin/demand/export?kind=noResults');

    expect(response.headers['content-type']).toContain('text/csv');
    expect(response.headers['content-disposition']).toContain('unmet-demand-noResults-');
    expect(response.body.split('\r\n')[0]).toBe('Search term,No exact match,Searches,Opened a product');
    expect(response.body).toContain(`"'=export",2,2,0`);
    for (const kind of ['noClicks', 'soldOut', 'sizes', 'waitlist', 'done'])
      expect((await grace.get(`/api/admin/demand/export?kind=${kind}`)).statusCode).toBe(200);
  });
});

describe('a remedy', () => {
  test('moves a search to Done, with what it brought since', async () => {
    await searchedToday('evening bag', 8, 8);

    expect((await mark({ subject: 'search', key: 'Evening Bag', remedy: 'synonym' })).json()).toEqual({
      remedy: 'synonym',
    });
    expect(await rowOf('noResults', 'evening bag')).toBeUndefined();
    const since = async () => (await rowOf('done', 'evening bag'))?.remedy;
    expect(await since()).toMatchObject({ remedy: 'synonym', searches: 0, clicks: 0, units: null });

    await count({ counter: 'searches', query: 'evening bag', found: true });
    await count({ counter: 'searches', query: 'evening bag', found: true });
    await count({ counter: 'searchClicks', query: 'evening bag' });
    await eventually(since).toMatchObject({ searches: 2, clicks: 1 });
  });

  test('for a product counts the units sold since', async () => {
    const { productId, variantId } = await aVariant(shop, { name: 'Meteor', quantities: [10] });
    const ada = await aShopper();
    const buy = (quantity: number) => anOrder(db, { of: ada, items: [{ variantId, quantity }] });
    await buy(2);
    await mark({ subject: 'product', key: productId, remedy: 'restock' });
    await mark({ subject: 'variant', key: variantId, remedy: 'restock' });
    await buy(3);

    expect(await rowOf('done', productId)).toMatchObject({
      name: 'Meteor',
      available: 5,
      remedy: { units: 3, searches: null },
    });
    expect(await rowOf('done', variantId)).toMatchObject({ productId, remedy: { units: 3 } });
  });

  test('is stored once, however often it is sent, and reopened by sending none', async () => {
    await searchedToday('bolero', 4, 4);
    const choice = { subject: 'search', key: 'bolero', remedy: 'product' };
    const entries = async () => {
      const { rows } = await sql.query(
        `select action from audit_log where entity = 'demand' and coalesce(after, before) ->> 'name' = 'bolero' order by id`,
      );
      return rows.map(({ action }) => action);
    };

    await Promise.all([mark(choice), mark(choice)]);
    await mark(choice);
    expect(await entries()).toEqual(['demand.remedy']);

    for (const _time of [1, 2]) expect((await mark({ ...choice, remedy: null })).json()).toEqual({ remedy: null });
    expect(await entries()).toEqual(['demand.remedy', 'demand.reopen']);
    expect(await rowOf('noResults', 'bolero')).toMatchObject({ lost: 4 });
    expect(await rowOf('done', 'bolero')).toBeUndefined();
  });

  test('can be replaced by another one, and counts from then on', async () => {
    await searchedToday('stole', 4, 4);
    await mark({ subject: 'search', key: 'stole', remedy: 'synonym' });

    await mark({ subject: 'search', key: 'stole', remedy: 'product' });

    expect((await rowOf('done', 'stole'))?.remedy).toMatchObject({ remedy: 'product', searches: 0 });
  });

  test('keeps its name after the product was deleted', async () => {
    const { productId } = await aVariant(shop, { name: 'Nebula', quantities: [0] });
    await mark({ subject: 'product', key: productId, remedy: 'restock' });
    await sql.query(`update products set status = 'deleted' where id = $1`, [productId]);

    expect(await rowOf('done', productId)).toMatchObject({ name: 'Nebula', productId: null, available: null });
  });

  test.each([
    ['an unknown search', { subject: 'search', key: 'unheard of', remedy: 'synonym' }, 404],
    ['an unknown product', { subject: 'product', key: UNKNOWN_ID, remedy: 'restock' }, 404],
    ['an unknown variant', { subject: 'variant', key: UNKNOWN_ID, remedy: 'restock' }, 404],
    ['a product by name', { subject: 'product', key: 'moon', remedy: 'restock' }, 422],
    ['a synonym of a product', { subject: 'product', key: UNKNOWN_ID, remedy: 'synonym' }, 422],
    ['an unknown remedy', { subject: 'search', key: 'tiara', remedy: 'hope' }, 422],
  ])('is rejected for %s', async (_what, body, status) => {
    expect((await mark(body)).statusCode).toBe(status);
  });
});

test('past days keep their most frequent rows', async () => {
  const more = PORTION + 10;
  await sql.query(
    `insert into search_demand (day, query, searches)
     select now()::date - days, 'word ' || n, n from generate_series(1, $1::int) n, unnest(array[0, 5]) days`,
    [KEPT_PER_DAY + more],
  );
  await sql.query(
    `insert into sold_out_demand (day, subject, item_id, count)
     select now()::date - 5, 'product', gen_random_uuid(), n from generate_series(1, $1::int) n`,
    [KEPT_PER_DAY + more],
  );

  await sql.query(`select graphile_worker.add_job('delete_old_demand')`);
  await work();

  const { rows } = await sql.query<{ days: number; rows: number; least: number }>(
    `select now()::date - day as days, count(*)::int as rows, min(searches) as least from search_demand
      where query like 'word %' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { days: 0, rows: KEPT_PER_DAY + more, least: 1 },
    { days: 5, rows: KEPT_PER_DAY, least: more + 1 },
  ]);
  const left = await sql.query('select min(count) as least from sold_out_demand where day = now()::date - 5');
  expect(left.rows).toEqual([{ least: more + 1 }]);
});
