import { expect, test } from 'vitest';
import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';
import { decideReturn, refundReturn } from './admin.ts';
import { deliverExchange, shipExchange } from './exchange.ts';
import { findReturn } from './queries.ts';
import { receiveReturn } from './receive.ts';
import { cancelReturn, requestReturn } from './service.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql } = shop;
const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);
const customer = { id: ada.id, name: 'Ada Lovelace', role: 'customer' };
const staff = { id: grace.id, name: 'Grace Hopper', role: 'admin' };

/** A return of three units of the first size: one for the second size, two to be refunded. */
async function aReturn() {
  const { variantIds } = await aVariant(shop, { quantities: [5, 5] });
  const { variantId } = await aVariant(shop);
  const [bought = '', other = ''] = variantIds;
  const items = [
    { variantId: bought, quantity: 1 },
    { variantId, quantity: 2 },
  ];
  const { id } = await anOrder(db, { of: customer, items, status: 'delivered' });
  const { rows } = await sql.query<{ id: string; variantId: string }>(
    'select id, variant_id as "variantId" from order_lines where order_id = $1',
    [id],
  );
  const lineOf = (wanted: string) => rows.find((line) => line.variantId === wanted)?.id ?? '';
  const exchange = {
    orderItemId: lineOf(bought),
    quantity: 1,
    reason: 'too_small',
    outcome: 'exchange',
    variantId: other,
  };
  const refund = { orderItemId: lineOf(variantId), quantity: 2, reason: 'damaged', outcome: 'refund' };
  return { id, request: { items: [exchange, refund], comment: 'Thank you' } as Parameters<typeof requestReturn>[3] };
}

/** All that a step of a return may change. */
async function readState() {
  const tables = ['returns', 'return_lines', 'exchange_reservations', 'returned_units', 'stock_movements', 'refunds'];
  const counted = ['notifications', 'email_messages', 'audit_log', 'graphile_worker._private_jobs'];
  const { rows } = await sql.query(
    `select ${tables.map((table) => `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t) as ${table}`)},
            (select md5(string_agg(t::text, '' order by variant_id)) from stock t) as stock,
            (select md5(string_agg(payment_status || status, '' order by id)) from orders) as orders,
            ${counted.map((table) => `(select count(*)::int from ${table}) as "${table}"`)}`,
  );
  return rows[0];
}

const TERMINATE = count('test.terminate')`select from pg_terminate_backend(pg_backend_pid())`;

/** The process dies after this many statements: the database closes the connection without a commit. */
function dyingAfter(tx: Db, statements: number) {
  let done = 0;
  return new Proxy(tx, {
    get(target, property) {
      const found = Reflect.get(target, property, target);
      if (property !== 'execute' && property !== 'run' && property !== 'together') return found;
      return async (...sent: unknown[]) => {
        const result = await Reflect.apply(found, target, sent);
        done += 1;
        if (done === statements) await target.run(TERMINATE);
        return result;
      };
    },
  });
}

/** Runs the step with a crash after the first statement, the second, and so on, until it is done before the crash. */
async function performWithCrashes(step: (tx: Db) => Promise<{ id: string }>) {
  for (let statements = 1; ; statements += 1) {
    const before = await readState();
    const attempt = db.transaction((tx: Db) => step(dyingAfter(tx, statements)));
    const result = await attempt.catch((error: unknown) => {
      if (error instanceof Error && /terminat/i.test(`${error.message} ${String(error.cause)}`)) return undefined;
      throw error;
    });
    if (result) return { id: result.id, crashes: statements - 1 };
    expect(await readState()).toEqual(before);
  }
}

test('a crash after any statement of any step of a return loses nothing, and the step can be repeated', async () => {
  const { id: orderId, request } = await aReturn();

  const requested = await performWithCrashes((tx) => requestReturn(tx, customer, orderId, request));
  const { id } = requested;
  const lines = (await db.run(findReturn(id)))?.lines ?? [];
  const received = { lines: lines.map((line) => ({ id: line.id, restocked: line.quantity - 1, writtenOff: 1 })) };
  const shipment = { carrier: 'UPS', trackingNumber: '1Z', trackingUrl: '' };
  const steps = [
    requested,
    await performWithCrashes((tx) => decideReturn(tx, staff, id, { decision: 'authorized', instructions: '' })),
    await performWithCrashes((tx) => receiveReturn(tx, staff, id, received)),
    await performWithCrashes((tx) => refundReturn(tx, staff, id)),
    await performWithCrashes((tx) => shipExchange(tx, staff, id, shipment)),
    await performWithCrashes((tx) => deliverExchange(tx, staff, id)),
  ];

  for (const { crashes } of steps) expect(crashes).toBeGreaterThan(4);
  const stored = await db.run(findReturn(id));
  expect(stored).toMatchObject({ status: 'completed', trackingNumber: '1Z' });
  expect(await failedInvariants(db)).toEqual([]);
  const { rows } = await sql.query(
    `select (select count(*)::int from refunds f join payments p on p.id = f.payment_id where p.order_id = $1) as refunds,
            (select count(*)::int from email_messages where order_id = $1 and kind = 'return_update') as emails`,
    [orderId],
  );
  expect(rows).toEqual([{ refunds: 1, emails: 4 }]);
});

test('a crash after any statement of a refusal or a cancellation loses nothing', async () => {
  const [declined, cancelled] = [await aReturn(), await aReturn()];
  const first = await db.transaction((tx) => requestReturn(tx, customer, declined.id, declined.request));
  const second = await db.transaction((tx) => requestReturn(tx, customer, cancelled.id, cancelled.request));

  await performWithCrashes((tx) => decideReturn(tx, staff, first.id, { decision: 'declined', reason: 'Worn' }));
  await performWithCrashes((tx) => cancelReturn(tx, customer, cancelled.id, second.id));

  expect([await db.run(findReturn(first.id)), await db.run(findReturn(second.id))]).toMatchObject([
    { status: 'declined' },
    { status: 'cancelled' },
  ]);
  expect(await failedInvariants(db)).toEqual([]);
});
