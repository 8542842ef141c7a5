import { randomUUID } from 'node:crypto';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { OrderBatch, OrderImportResult } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '#platform/csv.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql, work } = shop;
const [ada, grace, wim] = await Promise.all([aShopper(), anAdmin(), anAdmin({ role: 'packer' })]);

async function someOrders(count: number) {
  const { variantId } = await aVariant(shop, { quantities: [count] });
  const ids = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] })).id);
  return { ids, variantId };
}
const start = (orderIds: string[], status: string, { who = grace, key = randomUUID() } = {}) =>
  who.post('/api/admin/order-batches', { orderIds, status }, { 'idempotency-key': key });
const batch = async (id: string) => OrderBatch.parse((await grace.get(`/api/admin/order-batches/${id}`)).json());
const statusesOf = async (ids: string[]) => {
  const { rows } = await sql.query('select distinct status from orders where id = any ($1)', [ids]);
  return rows.map(({ status }) => status);
};

describe('a bulk update', () => {
  test('is run by the worker, with an audit entry for each order', async () => {
    const { ids } = await someOrders(5);
    const { id } = (await start([...ids, ids[0] ?? '', randomUUID()], 'shipped')).json();
    expect(await batch(id)).toMatchObject({ total: 5, done: 0, failed: 0, finished: false });

    await work();

    expect(await batch(id)).toMatchObject({ total: 5, done: 5, failed: 0, finished: true, failures: [] });
    expect(await statusesOf(ids)).toEqual(['shipped']);
    const { rows } = await sql.query(
      `select actor_user_id, before ->> 'status' as before, after ->> 'status' as after from audit_log where entity_id = any ($1)`,
      [ids],
    );
    expect(rows).toEqual(ids.map(() => ({ actor_user_id: grace.id, before: 'pending', after: 'shipped' })));
  });

  test('reports an order that cannot be updated, and updates the others', async () => {
    const { ids, variantId } = await someOrders(3);
    await start(ids, 'cancelled').then(work);
    await sql.query('update stock set available = available - 1, received = received - 1 where variant_id = $1', [
      variantId,
    ]);

    const { id } = (await start(ids, 'pending')).json();
    await work();

    const { done, failed, finished, failures } = await batch(id);
    expect({ done, failed, finished }).toEqual({ done: 2, failed: 1, finished: true });
    expect(failures).toMatchObject([{ message: orderMessages.statusRejections.no_stock }]);
    expect(ids).toContain(failures[0]?.orderId);
  });

  test('is resumed after a worker crash, and updates no order twice', async () => {
    const { ids } = await someOrders(4);
    const { id } = (await start(ids, 'processing')).json();
    // The last one cannot be updated while its row is locked: the run ends in an error, as if killed.
    const lockingClient = await sql.connect();
    // However long the run takes, the lock is held.
    await lockingClient.query('begin; set local idle_in_transaction_session_timeout = 0');
    await lockingClient.query('select from orders where id = $1 for update', [ids.toSorted().at(-1)]);
    await work();
    const before = await batch(id);
    await lockingClient.query('rollback');
    lockingClient.release();
    expect(before).toMatchObject({ done: 3, failed: 0, finished: false });

    await sql.query(
      `update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null where key = $1`,
      [`batch:${id}`],
    );
    await work();

    expect(await batch(id)).toMatchObject({ done: 4, failed: 0, finished: true });
    const { rows } = await sql.query('select count(*)::int from order_status_history where order_id = any ($1)', [ids]);
    expect(rows).toEqual([{ count: 8 }]);
  });

  test('sent twice with one idempotency key is one batch', async () => {
    const { ids } = await someOrders(1);
    const key = randomUUID();

    const [first, second] = await Promise.all([start(ids, 'shipped', { key }), start(ids, 'shipped', { key })]);

    expect(first.body).toBe(second.body);
  });

  test('rejects a cancellation without the refund permission, and malformed or empty input', async () => {
    const { ids } = await someOrders(1);

    expect((await start(ids, 'cancelled', { who: wim })).statusCode).toBe(403);
    expect((await start(ids, 'shipped', { who: wim })).statusCode).toBe(200);
    expect((await start([], 'shipped')).statusCode).toBe(422);
    expect((await start(['1'], 'shipped')).statusCode).toBe(422);
    expect((await grace.get(`/api/admin/order-batches/${randomUUID()}`)).statusCode).toBe(404);
  });
});

describe('orders as CSV', () => {
  const send = async (csv: string, apply = true, who = grace) =>
    OrderImportResult.parse(
      (await who.post('/api/admin/order-imports', { csv, apply }, { 'idempotency-key': randomUUID() })).json(),
    );

  test('AORD-008 are exported by filter, and imported with edited statuses; an unknown order is not created', async () => {
    const { ids } = await someOrders(3);
    await sql.query(`update orders set created_at = '2018-05-05' where id = any ($1)`, [ids]);
    const file = await grace.get('/api/admin/orders/export?from=2018-05-05&to=2018-05-05');
    expect(file.headers['content-type']).toContain('text/csv');
    const rows = parseCsv(file.body) ?? [];
    expect(rows.map(({ cells }) => cells[0])).toEqual(['Order ID', ...ids.toSorted().toReversed()]);
    expect(rows[1]?.cells).toHaveLength(Object.keys(adminOrderMessages.columns).length);

    const edited = file.body.replaceAll(',pending,paid,', ',shipped,paid,');
    expect(await send(edited, false)).toEqual({
      rows: 3,
      statuses: [{ status: 'shipped', orders: 3 }],
      errors: [],
      batchId: null,
    });
    expect(await statusesOf(ids)).toEqual(['pending']);
    const { batchId } = await send(edited);
    await work();

    expect(await batch(batchId ?? '')).toMatchObject({ done: 3, finished: true });
    expect(await statusesOf(ids)).toEqual(['shipped']);
    const exportedAgain = await grace.get('/api/admin/orders/export?from=2018-05-05&to=2018-05-05');
    const statuses = (parseCsv(exportedAgain.body) ?? []).map(({ cells }) => cells[3]);
    expect(statuses).toEqual([adminOrderMessages.columns.status, 'shipped', 'shipped', 'shipped']);

    const unknown = randomUUID();
    expect(await send(edited.replaceAll(ids[0] ?? '', unknown))).toMatchObject({
      errors: [{ message: adminOrderMessages.importUnknown }],
      batchId: null,
    });
    expect((await grace.get(`/api/admin/orders/${unknown}`)).statusCode).toBe(404);
  });

  test.each(['=', '+', '-', '@', '\t', '\r'])(
    'A19 escape and quote a name, an address or a note that begins with %j',
    async (sign) => {
      const eve = await aShopper({ name: `${sign}cmd|' /C calc'!A0` });
      const { variantId } = await aVariant(shop);
      const { id } = await anOrder(db, { of: eve, items: [{ variantId, quantity: 1 }] });
      await sql.query(
        `update orders set shipping_address = jsonb_set(shipping_address, '{name}', to_jsonb($2::text)) where id = $1`,
        [id, `${sign}HYPERLINK("http://evil.example")`],
      );
      await sql.query(`insert into order_notes (order_id, body) values ($1, $2)`, [id, `${sign}1+1`]);

      const { body } = await grace.get(`/api/admin/orders/export?q=${id}`);

      const cells = parseCsv(body)?.[1]?.cells ?? [];
      expect(cells.filter((cell) => cell.startsWith(`'${sign}`))).toHaveLength(3);
      expect(cells.filter((cell) => cell.startsWith(sign))).toEqual([]);
      expect(body.split(`"'${sign}`)).toHaveLength(4);
    },
  );

  test.each([
    ['Number,Status\n1,shipped', 1, adminOrderMessages.importNoColumns],
    ['Order ID,Status\n', 2, adminOrderMessages.importEmpty],
    ['Order ID,Status\n"open', 1, adminOrderMessages.importUnreadable],
    ['Order ID,Status\n\n1,shipped', 3, adminOrderMessages.importBadId],
    [`Order ID,Status\n${randomUUID()},shipped`, 2, adminOrderMessages.importUnknown],
  ])('with an error change nothing: %j', async (csv, row, message) => {
    expect(await send(csv)).toMatchObject({ errors: [{ row, message }], batchId: null });
  });

  test('with a cancellation are rejected at the dry run without the refund permission', async () => {
    const { ids } = await someOrders(1);
    const input = { csv: `Order ID,Status\n${ids[0]},cancelled`, apply: false };

    const response = await wim.post('/api/admin/order-imports', input, { 'idempotency-key': randomUUID() });

    expect(response.statusCode).toBe(403);
  });

  test('with one bad row among good ones change nothing', async () => {
    const { ids } = await someOrders(2);
    const csv = `order id,STATUS\n${ids[0]},Shipped\n${ids[1]},lost\n${ids[0]},shipped`;

    const { errors, batchId } = await send(csv);

    expect(errors.map(({ row }) => row)).toEqual([3, 4]);
    expect(batchId).toBeNull();
    await work();
    expect(await statusesOf(ids)).toEqual(['pending']);
  });
});
