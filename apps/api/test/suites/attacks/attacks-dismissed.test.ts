import { randomUUID } from 'node:crypto';
import { staffMessages } from '@shop/contracts/common/messages';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { describe, expect, test } from 'vitest';
import { NOTIFICATION_BATCH } from '#campaigns/batches.ts';
import { lanesOf, taskList } from '#tasks.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { keyed } from '#test/builders/returns/a-return.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

/** What follows from an edit that is complete: the search index, collections, figures, deleted photos. */
const FOLLOW_UPS = [
  'index_products_of',
  'update_featured_scores',
  'refresh_collection',
  'refresh_collection_products',
  'delete_collection',
  'recount_sales',
];
/** Reads a file and changes nothing: the user who starts the import needs the permission. */
const READS = ['check_product_import'];

describe.each(redisModesIfRequested())('work of a dismissed staff member, %s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  checkInvariantsAfterAll(shop);
  const { aShopper, anAdmin, app, db, sql, work, log, provider, redis, disk, config } = shop;
  const grace = await anAdmin();
  const ada = await aShopper();
  await shop.aProduct();
  type Person = typeof grace;

  const count = async (statement: string, values: unknown[]) => (await sql.query(statement, values)).rowCount ?? 0;
  const created = async (response: Promise<{ statusCode: number; body: string; json: () => { id: string } }>) => {
    const { statusCode, body, json } = await response;
    expect(statusCode, body).toBeLessThan(300);
    return json().id;
  };

  const orders = async (length: number) => {
    const { variantId } = await aVariant(shop, { price: 50, quantities: [length] });
    const ids: string[] = [];
    while (ids.length < length) ids.push((await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] })).id);
    return ids;
  };
  const countCancelled = (ids: string[]) =>
    count(`select from orders where id = any ($1) and status = 'cancelled' and payment_status = 'refunded'`, [ids]);

  /** More products than one batch of an import or a merge has. */
  const MANY = 450;
  const productFile = (name: string, prefix = randomUUID()) => {
    const line = (n: number) =>
      [`${prefix}-${n}`, name, 'd', 1, 'Curiosities', 'House of Tests', '/media/a/1.webp'].join();
    const lines = Array.from({ length: MANY }, (_, n) => line(n));
    return Buffer.from(`Slug,Name,Description,Price,Category,Brand,Images\n${lines.join('\n')}\n`);
  };
  async function checkedImport(person: Person, name: string) {
    const headers = { 'content-type': 'text/csv', ...keyed() };
    const id = await created(person.post('/api/admin/product-imports?name=a.csv', productFile(name), headers));
    await work();
    return id;
  }
  const act = (person: Person, id: string, action: string) =>
    created(person.post(`/api/admin/product-imports/${id}/${action}`, undefined, keyed()));
  const countNamed = (name: string) => count(`select from products where name = $1 and status <> 'deleted'`, [name]);
  const readImport = async (id: string) => (await grace.get(`/api/admin/product-imports/${id}`)).json();

  const aCampaign = async (person: Person) => {
    await sql.query('update users set wants_marketing = false, marketing_consent_at = null where wants_marketing');
    await sql.query(
      `insert into users (name, email, wants_marketing, marketing_consent_at)
       select 'Shopper', gen_random_uuid() || '@example.com', true, now() from generate_series(1, $1::int)`,
      [2 * NOTIFICATION_BATCH],
    );
    const campaign = { title: 'Sale', message: 'Half price.', audience: 'customers', channels: ['notification'] };
    return created(person.post('/api/admin/campaigns', campaign, keyed()));
  };
  const readCampaign = async (id: string) => (await grace.get(`/api/admin/campaigns/${id}`)).json();

  /** What is started, after which write of the job its starter is dismissed, and what was done when the job has ended. */
  type Work = {
    task: string;
    role?: string;
    table: string;
    start: (person: Person) => Promise<() => Promise<unknown>>;
    expected: (name: string) => unknown;
  };
  const WORK: Record<string, Work> = {
    'a bulk cancellation': {
      task: 'update_order_statuses',
      table: 'order_batch_items',
      async start(person) {
        const orderIds = await orders(3);
        const body = { orderIds, status: 'cancelled' };
        const id = await created(person.post('/api/admin/order-batches', body, keyed()));
        return async () => [await countCancelled(orderIds), (await grace.get(`/api/admin/order-batches/${id}`)).json()];
      },
      expected: (name) => [
        1,
        expect.objectContaining({
          done: 1,
          failed: 2,
          finished: true,
          stopped: true,
          lostPermission: name,
          failures: [
            expect.objectContaining({ message: adminOrderMessages.notReached }),
            expect.objectContaining({ message: adminOrderMessages.notReached }),
          ],
        }),
      ],
    },
    'a file of order statuses': {
      task: 'update_order_statuses',
      table: 'order_batch_items',
      async start(person) {
        const ids = await orders(3);
        const csv = `Order ID,Status\n${ids.map((id) => `${id},cancelled`).join('\n')}`;
        const response = await person.post('/api/admin/order-imports', { csv, apply: true }, keyed());
        expect(response.json().batchId, response.body).toEqual(expect.any(String));
        return () => countCancelled(ids);
      },
      expected: () => 1,
    },
    'a product import': {
      task: 'run_product_import',
      role: 'content',
      table: 'product_import_items',
      async start(person) {
        const name = `Ring ${randomUUID()}`;
        const id = await checkedImport(person, name);
        await act(person, id, 'run');
        return async () => {
          const job = await readImport(id);
          return [job, (await countNamed(name)) === job.imported, job.imported > 0 && job.imported < MANY];
        };
      },
      expected: (name) => [expect.objectContaining({ status: 'stopped', lostPermission: name }), true, true],
    },
    'the undo of an import': {
      task: 'undo_product_import',
      role: 'content',
      table: 'product_import_items',
      async start(person) {
        const name = `Ring ${randomUUID()}`;
        const id = await checkedImport(person, name);
        await act(person, id, 'run');
        await work();
        await act(person, id, 'undo');
        return async () => {
          const job = await readImport(id);
          return [job, (await countNamed(name)) === MANY - job.undone, job.undone > 0 && job.undone < MANY];
        };
      },
      expected: (name) => [expect.objectContaining({ status: 'stopped', lostPermission: name }), true, true],
    },
    'a merge': {
      task: 'merge_taxonomy',
      table: 'products',
      async start(person) {
        const category = (name: string) => created(grace.post('/api/admin/categories', { name }));
        const [from, into] = [await category(`From ${randomUUID()}`), await category(`Into ${randomUUID()}`)];
        await sql.query(
          `with many as (
             insert into products (name, slug, description, category_id, brand_id, price_cents)
             select 'Bead', $1::text || '-bead-' || n, 'A bead.', $1::text::uuid, (select id from brands limit 1), 100
               from generate_series(1, $2::int) n returning id, slug),
           each as (insert into variants (product_id, sku) select id, slug from many returning id, product_id)
           insert into stock (variant_id, product_id) select id, product_id from each`,
          [from, 3 * MANY],
        );
        const merged = await person.post(`/api/admin/categories/${from}/merge`, { into });
        expect(merged.json()).toEqual({ done: false });
        return async () => {
          const left = await count('select from products where category_id = $1', [from]);
          const { rows } = await sql.query('select merging_into from categories where id = $1', [from]);
          return [left > 0, rows];
        };
      },
      expected: () => [true, [{ merging_into: null }]],
    },
    'a campaign': {
      task: 'send_campaigns',
      table: 'campaigns',
      async start(person) {
        const id = await aCampaign(person);
        await created(person.post(`/api/admin/campaigns/${id}/sending`, undefined, keyed()));
        return async () => [
          await count('select from notifications where campaign_id = $1', [id]),
          await readCampaign(id),
        ];
      },
      expected: (name) => [NOTIFICATION_BATCH, expect.objectContaining({ state: 'stopped', lostPermission: name })],
    },
  };
  test('every task of staff is in the table, or follows from an edit that is complete', () => {
    const { publicOrigin, authSecret, erasuresDir } = config;
    const mailer = { send: async () => {}, close: () => {} };
    const tools = { db, log, mailer, provider, redis, disk, publicOrigin, authSecret, erasuresDir };
    const bulk = Object.keys(lanesOf(taskList(tools)).at(-1)?.tasks ?? {});

    const covered = [...Object.values(WORK).map(({ task }) => task), 'start_campaign', ...FOLLOW_UPS, ...READS];
    expect(bulk.toSorted()).toEqual([...new Set(covered)].toSorted());
  });

  /** Within the first write of the job: the step that makes it is the last one. */
  async function dismissDuring(table: string, personId: string, change: string) {
    await sql.query(`
      create or replace function dismiss() returns trigger language plpgsql security definer as $$
        begin
          update users set ${change} where id = '${personId}';
          delete from sessions where user_id = '${personId}';
          return null;
        end $$`);
    await sql.query(`create trigger dismissal after update on ${table} for each statement execute function dismiss()`);
  }
  const restore = (table: string) => sql.query(`drop trigger dismissal on ${table}`);

  describe.each(Object.entries(WORK))('A46 %s', (_kind, { role = 'manager', table, start, expected }) => {
    test.each([
      ['becomes a customer', `role = 'customer'`, 'Max Weber'],
      ['may only read', `role = 'read-only'`, 'Max Weber'],
      ['is deleted', 'deleted_at = now()', staffMessages.formerStaffMember],
    ])('stops after the step in which its starter %s', { timeout: 60_000 }, async (_end, change, name) => {
      const max = await anAdmin({ name: 'Max Weber', role });
      const read = await start(max);

      await dismissDuring(table, max.id, change);
      await work();
      await restore(table);

      expect(await read()).toEqual(expected(name));
    });
  });

  test('A46 a campaign that was scheduled by a dismissed person becomes a draft', async () => {
    const max = await anAdmin({ name: 'Max Weber', role: 'manager' });
    const id = await aCampaign(max);
    const body = { at: '2099-01-01T10:00' };
    await created(max.put(`/api/admin/campaigns/${id}/schedule`, body, keyed()));
    await sql.query(`update users set role = 'customer' where id = $1`, [max.id]);

    await sql.query(`update graphile_worker._private_jobs set run_at = now()`);
    await work();

    expect(await readCampaign(id)).toMatchObject({ state: 'draft', scheduledAt: null, lostPermission: 'Max Weber' });
  });

  test('A46 what a dismissed person started can be resumed by another', async () => {
    const max = await anAdmin({ name: 'Max Weber', role: 'content' });
    const id = await checkedImport(max, 'Noon Ring');
    await act(max, id, 'run');
    await sql.query(`update users set role = 'customer' where id = $1`, [max.id]);
    await work();
    expect(await readImport(id)).toMatchObject({ status: 'stopped', imported: 0, lostPermission: 'Max Weber' });

    await act(grace, id, 'run');
    await work();

    expect(await readImport(id)).toMatchObject({ status: 'imported', imported: MANY, lostPermission: null });
  });

  test('A46 any staff member who may update orders stops a bulk update, and it names the orders not reached', async () => {
    const [max, wim] = [await anAdmin({ role: 'manager' }), await anAdmin({ role: 'packer' })];
    const orderIds = await orders(3);
    const id = await created(max.post('/api/admin/order-batches', { orderIds, status: 'cancelled' }, keyed()));
    const stop = (person: Person) => person.post(`/api/admin/order-batches/${id}/stop`, undefined, keyed());

    expect((await stop(await anAdmin({ role: 'support' }))).statusCode).toBe(403);
    const stopped = await stop(wim);
    await work();

    expect(stopped.json()).toMatchObject({ done: 0, failed: 3, finished: true, stopped: true, lostPermission: null });
    expect(await countCancelled(orderIds)).toBe(0);
    expect((await stop(wim)).json()).toEqual(stopped.json());
    const entries = await count(`select from audit_log where action = 'orders.bulk_stop' and entity_id = $1`, [id]);
    expect(entries).toBe(1);
  });

  test.each([
    ['/api/admin/newsletter/export', 'newsletter_subscribers'],
    ['/api/admin/products/export', 'products'],
    ['/api/admin/orders/export', 'orders'],
  ])('A46 a download of %s is cut when its reader is dismissed', async (path, table) => {
    const max = await anAdmin({ role: 'manager' });
    await orders(1);
    await sql.query(`insert into newsletter_subscribers (email, confirmed_at) values ('ada@example.com', now())
                         on conflict do nothing`);
    const origin = app.server.listening ? address() : await app.listen({ host: '127.0.0.1', port: 0 });
    // The first row, the header, is sent; the query of the others waits.
    const holding = await sql.connect();
    await holding.query(`begin; lock table ${table} in access exclusive mode`);
    const response = await fetch(`${origin}${path}`, { headers: max.headers });
    await sql.query(`update users set role = 'customer' where id = $1`, [max.id]);
    await holding.query('rollback');
    holding.release();

    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  function address() {
    const bound = app.server.address();
    return typeof bound === 'object' ? `http://127.0.0.1:${bound?.port}` : '';
  }
});
