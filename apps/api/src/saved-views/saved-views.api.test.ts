import { randomUUID } from 'node:crypto';
import { viewMessages } from '@shop/contracts/saved-views/messages';
import { SavedView, VIEW_COUNT_MAX, VIEW_LISTS, VIEWS_MAX } from '@shop/contracts/saved-views/schema';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { aShopper, anAdmin, db, sql } = shop;
type Staff = Awaited<ReturnType<typeof anAdmin>>;

const save = (staff: Staff, view: object, key = randomUUID()) =>
  staff.post('/api/admin/views', { list: 'orders', query: '', ...view }, { 'idempotency-key': key });
async function saved(staff: Staff, view: object): Promise<string> {
  const response = await save(staff, view);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().id;
}
async function viewsOf(staff: Staff, list = 'orders') {
  const response = await staff.get(`/api/admin/views?list=${list}`);
  expect(response.statusCode, response.body).toBe(200);
  return SavedView.array().parse(response.json());
}
const ownNames = async (staff: Staff, list?: string) =>
  (await viewsOf(staff, list)).filter(({ own }) => own).map(({ name }) => name);

describe('saved views', () => {
  test('come after the built-in ones: own views by name, then those shared with the role', async () => {
    const [maya, wim, sam] = [
      await anAdmin({ role: 'manager' }),
      await anAdmin({ role: 'packer' }),
      await anAdmin({ role: 'support' }),
    ];
    await saved(maya, { name: 'Shared', query: 'status=pending', sharedWith: ['packer', 'packer'] });
    await saved(wim, { name: 'b mine' });
    const id = await saved(wim, { name: 'A mine', query: '?sort=-total&after=1&q=&columns=total&status=pending' });

    const views = await viewsOf(wim);

    expect(views.map(({ name, own }) => [name, own])).toEqual([
      ['All', false],
      ['Unfulfilled', false],
      ['Unpaid', false],
      ['Cancelled', false],
      ['A mine', true],
      ['b mine', true],
      ['Shared', false],
    ]);
    expect(views[4]).toMatchObject({ id, query: 'columns=total&sort=-total&status=pending', builtIn: false });
    expect(views[6]).toMatchObject({ sharedWith: ['packer'], builtIn: false });
    expect((await viewsOf(sam)).some(({ builtIn }) => !builtIn)).toBe(false);
  });

  test('shared with owners are seen by both names of the role', async () => {
    const maya = await anAdmin({ role: 'manager' });
    await saved(maya, { list: 'reviews', name: 'For owners', query: 'status=all', sharedWith: ['owner'] });

    for (const role of ['owner', 'admin'])
      expect((await viewsOf(await anAdmin({ role }), 'reviews')).map(({ name }) => name)).toContain('For owners');
  });

  test('of former staff are no longer shared', async () => {
    const [maya, wim] = [await anAdmin({ role: 'manager' }), await anAdmin({ role: 'packer' })];
    await saved(maya, { name: 'Left behind', sharedWith: ['packer'] });
    const isListed = async () => (await viewsOf(wim)).some(({ name }) => name === 'Left behind');
    expect(await isListed()).toBe(true);

    await sql.query(`update users set role = 'customer' where id = $1`, [maya.id]);

    expect(await isListed()).toBe(false);
  });

  test('are deleted once by a request that is sent twice at once', async () => {
    const maya = await anAdmin({ role: 'manager' });
    const id = await saved(maya, { name: 'Deleted once' });
    const remove = () => maya.delete(`/api/admin/views/${id}`, undefined, { 'idempotency-key': id });

    const responses = await Promise.all([remove(), remove()]);

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    const { rows } = await sql.query(`select 1 from audit_log where action = 'view.delete' and entity_id = $1`, [id]);
    expect(rows).toHaveLength(1);
  });

  test('are changed and deleted by their owner only', async () => {
    const [maya, grace] = [await anAdmin({ role: 'manager' }), await anAdmin()];
    const id = await saved(maya, { name: 'Mine', sharedWith: ['admin'] });
    const edit = { name: 'Renamed', query: 'payment=due', sharedWith: [] };

    for (const response of [
      await grace.put(`/api/admin/views/${id}`, edit),
      await grace.delete(`/api/admin/views/${id}`),
      await maya.put(`/api/admin/views/${UNKNOWN_ID}`, edit),
      await maya.delete(`/api/admin/views/${UNKNOWN_ID}`),
    ])
      expect(response.json()).toMatchObject({ status: 404, code: 'view_not_found', message: viewMessages.notFound });

    expect((await maya.put(`/api/admin/views/${id}`, edit)).json()).toEqual({ id });
    expect(await ownNames(maya)).toEqual(['Renamed']);
    expect((await maya.delete(`/api/admin/views/${id}`)).statusCode).toBe(204);
    expect(await ownNames(maya)).toEqual([]);
  });

  test('are stored once for a repeated request, and a repeated edit is not recorded again', async () => {
    const [maya, key] = [await anAdmin({ role: 'manager' }), randomUUID()];
    const [first, second] = await Promise.all([save(maya, { name: 'Once' }, key), save(maya, { name: 'Once' }, key)]);
    expect(second.json()).toEqual(first.json());

    const edit = { name: 'Twice', query: 'status=pending' };
    for (const _ of [1, 2]) await maya.put(`/api/admin/views/${first.json().id}`, edit);

    const { rows } = await sql.query('select action from audit_log where actor_user_id = $1 order by id', [maya.id]);
    expect(rows.map(({ action }) => action)).toEqual(['view.create', 'view.save']);
  });

  test('have names that are unique for an owner and a list, ignoring case', async () => {
    const [maya, grace] = [await anAdmin({ role: 'manager' }), await anAdmin()];
    await saved(maya, { name: 'To pack' });
    const other = await saved(maya, { name: 'Other' });
    const taken = { status: 409, code: 'name_taken', errors: [{ field: 'name', message: viewMessages.nameTaken }] };

    expect((await save(maya, { name: ' TO PACK ' })).json()).toMatchObject(taken);
    expect((await maya.put(`/api/admin/views/${other}`, { name: 'to pack', query: '' })).json()).toMatchObject(taken);
    await saved(maya, { name: 'To pack', list: 'products' });
    await saved(grace, { name: 'To pack' });
  });

  test('are limited for each owner and list, also when they are saved at once', async () => {
    const maya = await anAdmin({ role: 'manager' });
    for (let n = 2; n <= VIEWS_MAX; n += 1) await saved(maya, { name: `View ${n}` });

    const responses = await Promise.all([save(maya, { name: 'One' }), save(maya, { name: 'Another' })]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await ownNames(maya)).toHaveLength(VIEWS_MAX);
    await saved(maya, { name: 'One', list: 'tickets' });
  });

  test.each([
    ['orders', 'status=paid'],
    ['orders', 'color=red'],
    ['orders', 'status=pending&status=shipped'],
    ['orders', 'q=abc%00'],
    ['products', 'stock=plenty'],
    ['customers', 'q=ab'],
    ['reviews', 'status=open'],
    ['tickets', 'q=no+ticket'],
  ])('of %s are rejected with the query %s', async (list, query) => {
    const response = await save(await anAdmin(), { name: 'Wrong', list, query });

    expect(response.json()).toMatchObject({
      status: 422,
      code: 'view_query_invalid',
      errors: [{ field: 'query', message: viewMessages.queryInvalid }],
    });
  });

  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(41) }],
    ['list', { name: 'A', list: 'settings' }],
    ['sharedWith.0', { name: 'A', sharedWith: ['customer'] }],
    ['query', { name: 'A', query: 'q='.padEnd(1_001, 'x') }],
  ])('are rejected with an invalid %s', async (field, view) => {
    const response = await save(await anAdmin(), view);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors[0].field).toBe(field);
  });

  test('require the permission to read the list', async () => {
    const wim = await anAdmin({ role: 'packer' });

    expect((await wim.get('/api/admin/views?list=customers')).statusCode).toBe(403);
    expect((await save(wim, { name: 'A', list: 'customers' })).statusCode).toBe(403);
    const id = await saved(wim, { name: 'A' });
    await sql.query(`update saved_views set list = 'customers' where id = $1`, [id]);
    expect((await wim.put(`/api/admin/views/${id}`, { name: 'B', query: '' })).statusCode).toBe(403);
    expect((await wim.delete(`/api/admin/views/${id}`)).statusCode).toBe(204);
  });
});

describe('the count of a view', () => {
  test.each(VIEW_LISTS)('is the number of rows of the list: %s', async (list) => {
    const grace = await anAdmin();

    for (const { query, count, name } of await viewsOf(grace, list)) {
      let rows = 0;
      for (let path: string | undefined = `/api/admin/${list}?${query}`; path; ) {
        const response = await grace.get(path);
        rows += response.json().length;
        path = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
      }
      expect([name, count]).toEqual([name, rows]);
    }
  });

  test('follows every filter of orders and products', async () => {
    const [maya, cora] = [await anAdmin({ role: 'manager' }), await aShopper({ name: 'Cora Counted' })];
    const { variantId } = await aVariant(shop, {
      name: 'Counted opal',
      category: 'Counted',
      brand: 'Count & Co',
      quantities: [100],
    });
    await aVariant(shop, { name: 'Counted onyx', category: 'Counted', brand: 'Count & Co', quantities: [0] });
    const items = [{ variantId, quantity: 1 }];
    const express = await anOrder(db, { of: cora, items });
    await anOrder(db, { of: cora, items, status: 'shipped' });
    await sql.query(`update orders set shipping_method = 'express', created_at = '2016-03-01' where id = $1`, [
      express.id,
    ]);
    const queries = {
      orders: {
        'q=cora+counted': 2,
        'q=cora+counted&status=shipped': 1,
        'q=cora+counted&shipping=express': 1,
        'fulfillment=unfulfilled&q=cora+counted&sort=total': 1,
        'to=2016-12-31': 1,
        'shipping=express&to=2016-12-31': 1,
        'shipping=standard&to=2016-12-31': 0,
        'payment=due&to=2016-12-31': 0,
        [`q=${express.number}`]: 1,
      },
      products: {
        'category=Counted': 2,
        'category=Counted&stock=in': 1,
        'brand=Count+%26+Co&stock=out': 1,
        'q=counted+onyx': 1,
        'q=counted&sort=-price&stock=in': 1,
        'category=Nowhere': 0,
      },
    };

    for (const [list, counts] of Object.entries(queries)) {
      for (const [n, query] of Object.keys(counts).entries()) await saved(maya, { list, name: `View ${n}`, query });
      const counted = (await viewsOf(maya, list)).filter(({ own }) => own).map(({ query, count }) => [query, count]);
      expect(Object.fromEntries(counted)).toEqual(counts);
    }
  });

  test('is null for a query that the list no longer accepts, and for a search that has become too broad', async () => {
    const grace = await anAdmin();
    const old = await saved(grace, { name: 'Old' });
    const broad = await saved(grace, { name: 'Broad', query: 'q=common' });
    await sql.query(`update saved_views set query = 'color=red' where id = $1`, [old]);
    await sql.query(
      `insert into users (name, email) select 'Common Name', 'common' || n || '@example.com' from generate_series(1, 501) n`,
    );

    const views = await viewsOf(grace);

    for (const id of [old, broad]) expect(views.find((view) => view.id === id)).toMatchObject({ count: null });
  });

  test('is left out where all views of the list would check too many products', async () => {
    const grace = await anAdmin();
    await aVariant(shop, { quantities: [3] });
    const inStock = await saved(grace, { list: 'products', name: 'In stock', query: 'stock=in' });
    const countOf = async (id: string) => (await viewsOf(grace, 'products')).find((view) => view.id === id)?.count;
    expect(await countOf(inStock)).toBeGreaterThan(0);

    await sql.query(
      `insert into saved_views (owner_user_id, list, name, query)
       select owner_user_id, list, 'View ' || n, 'q=word' || n from saved_views, generate_series(2, $2::int) n where id = $1`,
      [inStock, VIEWS_MAX],
    );
    await sql.query(
      `insert into products (category_id, brand_id, name, slug, description, price_cents)
       select category_id, brand_id, 'Copy ' || n, 'copy-' || n, 'A copy.', 100
         from (select category_id, brand_id from products limit 1) p, generate_series(1, 2000) n`,
    );

    expect(await countOf(inStock)).toBeNull();
  });

  test('is limited, however many rows there are', async () => {
    await sql.query(
      `insert into users (name, email) select 'Crowd', 'crowd' || n || '@example.com' from generate_series(1, $1::int) n`,
      [VIEW_COUNT_MAX + 10],
    );

    const [all] = await viewsOf(await anAdmin(), 'customers');

    expect(all).toMatchObject({ id: 'all', count: VIEW_COUNT_MAX + 1 });
  });
});
