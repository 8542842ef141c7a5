/**
 * Every act that changes several rows of stock locks them in the order of their variants. Each is stopped at each of its
 * rows, by a lock on that row: it may hold the rows before it, and none after it. Two acts that both do so cannot
 * deadlock, so that this replaces a test of every pair of them.
 */
import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { expireCheckouts } from '#checkout/expire.ts';
import { eraseAccount } from '#identity/account/delete-account.ts';
import { lockUser } from '#identity/user-queries.ts';
import * as inventory from '#inventory/service.ts';
import { updateOrdersDry } from '#orders/bulk.ts';
import { runDry } from '#platform/dry-run.ts';
import { expireReturns } from '#returns/service.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { requestReturn, returnOptions, takeStep } from '#test/builders/returns/a-return.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { db, sql, sandbox, aShopper, anAdmin } = shop;
const grace = await anAdmin();
await sandbox.failWebhooks({ do: 'drop' });

const keyed = () => ({ 'idempotency-key': randomUUID() });
const throwIt = (error: unknown) => {
  throw error;
};
type Act = () => Promise<{ statusCode: number; body: string } | unknown>;

/** Four sizes in the order of their ids. Their rows are stored in the opposite order: no scan returns them sorted. */
async function aDress() {
  const { variantIds, productId } = await aVariant(shop, { price: 100, quantities: [50, 50, 50, 50] });
  const [a = '', b = '', c = '', d = ''] = variantIds.toSorted();
  for (const id of [d, c, b, a]) await sql.query('update stock set received = received where variant_id = $1', [id]);
  return { a, b, c, d, productId };
}
type Dress = Awaited<ReturnType<typeof aDress>>;
const inCart = (...variantIds: string[]) => variantIds.map((variantId) => ({ variantId }));
const units = (...variantIds: string[]) => variantIds.map((variantId) => ({ variantId, quantity: 2 }));

const expired = (checkoutId: string) =>
  sql.query("update checkouts set expires_at = now() - interval '1 second' where id = $1", [checkoutId]);
const setStatus = (id: string, status: string, more = {}) =>
  grace.put(`/api/orders/${id}/status`, { status, ...more }, keyed());

/** Of b and c, which are exchanged for d and a. */
async function aReturn({ a, b, c, d }: Dress, state: 'requested' | 'authorized' | 'received') {
  const ada = await aShopper();
  const { id: orderId } = await anOrder(db, { of: ada, items: units(c, b), status: 'delivered' });
  const { rows } = await sql.query('select id from order_lines where order_id = $1 order by variant_id', [orderId]);
  const request = () =>
    requestReturn(ada, orderId, [
      { orderItemId: rows[0].id, quantity: 2, outcome: 'exchange', variantId: d },
      { orderItemId: rows[1].id, quantity: 2, outcome: 'exchange', variantId: a },
    ]);
  const response = await request();
  expect(response.statusCode, response.body).toBe(200);
  const [found] = (await returnOptions(ada, orderId)).returns;
  const { id = '', lines = [] } = found ?? {};
  if (state !== 'requested') await takeStep(grace, id, 'decision', { decision: 'authorized' });
  const receive = (of: (place: number) => object) =>
    takeStep(grace, id, 'receipt', { lines: lines.map((line, place) => ({ id: line.id, ...of(place) })) });
  if (state === 'received') await receive(() => ({ restocked: 2, writtenOff: 0 }));
  return { ada, orderId, id, receive, request };
}

type Case = { act: string; locks: (dress: Dress) => string[]; prepare: (dress: Dress) => Promise<Act> };
const CASES: Case[] = [
  ...(['card', 'cod'] as const).map((paymentMethod) => ({
    act: `a checkout starts (${paymentMethod})`,
    locks: ({ a, b, c }: Dress) => [a, b, c],
    prepare: async ({ a, b, c }: Dress) => {
      const ada = await aCustomerWithCart(shop, inCart(c, a, b));
      return () => ada.start({ paymentMethod });
    },
  })),
  {
    act: 'a checkout replaces another',
    locks: ({ a, b, c }) => [a, b, c],
    prepare: async ({ a, b, c }) => {
      const ada = await aCustomerWithCart(shop, inCart(b, c));
      startedCheckout(await ada.start());
      await ada.fill(inCart(a));
      return () => ada.start();
    },
  },
  {
    act: 'a payment sells what is reserved',
    locks: ({ a, b, c }) => [a, b, c],
    prepare: async ({ a, b, c }) => {
      const ada = await aCustomerWithCart(shop, inCart(b, c, a));
      const { verification } = await sandbox.pay(startedCheckout(await ada.start()).order.id);
      return () => ada.verify(verification);
    },
  },
  {
    act: 'a late payment takes stock',
    locks: ({ a, b, c }) => [a, b, c],
    prepare: async ({ a, b, c }) => {
      const ada = await aCustomerWithCart(shop, inCart(b, c, a));
      const { order, checkoutId } = startedCheckout(await ada.start());
      await expired(checkoutId);
      await expireCheckouts(db);
      const { verification } = await sandbox.pay(order.id);
      return () => ada.verify(verification);
    },
  },
  {
    act: 'checkouts expire',
    locks: ({ a, b, c }) => [a, b, c],
    prepare: async ({ a, b, c }) => {
      for (const items of [inCart(c), inCart(b, a)]) {
        const ada = await aCustomerWithCart(shop, items);
        await expired(startedCheckout(await ada.start()).checkoutId);
      }
      return () => expireCheckouts(db);
    },
  },
  {
    act: 'an account is deleted during a checkout',
    locks: ({ a, b, c }) => [a, b, c],
    prepare: async ({ a, b, c }) => {
      const ada = await aCustomerWithCart(shop, inCart(b, c, a));
      startedCheckout(await ada.start());
      return () =>
        db.transaction(async (tx) => {
          const owner = await tx.run(lockUser(ada.id));
          if (owner) await eraseAccount(tx, owner);
        });
    },
  },
  {
    act: 'the customer cancels an order',
    locks: ({ a, b, c }) => [a, b, c],
    prepare: async ({ a, b, c }) => {
      const ada = await aShopper();
      const { id } = await anOrder(db, { of: ada, items: units(b, c, a) });
      return () => ada.post(`/api/orders/${id}/cancellation`, undefined, keyed());
    },
  },
  ...[true, false].map((returnToStock) => ({
    act: `staff cancel a shipped order (${returnToStock ? 'restocked' : 'written off'})`,
    locks: ({ a, b, c }: Dress) => [a, b, c],
    prepare: async ({ a, b, c }: Dress) => {
      const { id } = await anOrder(db, { of: await aShopper(), items: units(b, c, a), status: 'shipped' });
      return () => setStatus(id, 'cancelled', { returnToStock });
    },
  })),
  ...['processing', 'delivered'].map((status) => ({
    act: `a cancelled order is ${status} after all`,
    locks: ({ a, b, c }: Dress) => [a, b, c],
    prepare: async ({ a, b, c }: Dress) => {
      const { id } = await anOrder(db, { of: await aShopper(), items: units(b, c, a), status: 'shipped' });
      await setStatus(id, 'cancelled');
      return () => setStatus(id, status);
    },
  })),
  ...(['pending', 'shipped'] as const).map((status) => ({
    act: `units of a ${status} order are refunded (restocked)`,
    locks: ({ a, b, c }: Dress) => [a, b, c],
    prepare: async ({ a, b, c }: Dress) => {
      const { id } = await anOrder(db, { of: await aShopper(), items: units(b, c, a), status });
      const { rows } = await sql.query('select id from order_lines where order_id = $1 order by variant_id desc', [id]);
      const items = rows.map((line) => ({ orderItemId: line.id, quantity: 1, restock: true }));
      return () => grace.post(`/api/admin/orders/${id}/refunds`, { reason: 'Too late', items }, keyed());
    },
  })),
  {
    act: 'orders are updated in a dry run',
    locks: ({ a, b, c, d }) => [a, b, c, d],
    prepare: async ({ a, b, c, d }) => {
      const ada = await aShopper();
      const orders = [];
      for (const items of [units(d, b), units(c, a)]) orders.push(await anOrder(db, { of: ada, items }));
      const updates = orders.map(({ id }) => ({ orderId: id, status: 'cancelled' as const }));
      const actor = { id: grace.id, name: 'Grace', role: 'admin' };
      return () => runDry(() => updateOrdersDry(db, actor, updates));
    },
  },
  {
    act: 'an exchange is requested',
    locks: ({ a, d }) => [a, d],
    prepare: async (dress) => {
      const { ada, orderId, id, request } = await aReturn(dress, 'requested');
      await ada.post(`/api/orders/${orderId}/returns/${id}/cancellation`, undefined, keyed());
      return request;
    },
  },
  {
    act: 'an exchange is declined',
    locks: ({ a, d }) => [a, d],
    prepare: async (dress) => {
      const { id } = await aReturn(dress, 'requested');
      return () => takeStep(grace, id, 'decision', { decision: 'declined', reason: 'Worn' });
    },
  },
  {
    act: 'an exchange is cancelled',
    locks: ({ a, d }) => [a, d],
    prepare: async (dress) => {
      const { ada, orderId, id } = await aReturn(dress, 'authorized');
      return () => ada.post(`/api/orders/${orderId}/returns/${id}/cancellation`, undefined, keyed());
    },
  },
  {
    act: 'an exchange expires',
    locks: ({ a, d }) => [a, d],
    prepare: async (dress) => {
      const { id } = await aReturn(dress, 'authorized');
      await sql.query("update returns set expires_at = now() - interval '1 minute' where id = $1", [id]);
      return () => expireReturns(db, throwIt);
    },
  },
  {
    // One line without units, one with fewer, and what comes back lies between: three changes of stock.
    act: 'fewer units than announced are received',
    locks: ({ a, c, d }) => [a, c, d],
    prepare: async (dress) => {
      const { receive } = await aReturn(dress, 'authorized');
      return () => receive((place) => ({ restocked: place, writtenOff: 0 }));
    },
  },
  {
    act: 'units are received, restocked and written off',
    locks: ({ a, b, c, d }) => [a, b, c, d],
    prepare: async (dress) => {
      const { receive } = await aReturn(dress, 'authorized');
      return () => receive(() => ({ restocked: 0, writtenOff: 1 }));
    },
  },
  {
    act: 'units are received after their return expired',
    locks: ({ a, b, c, d }) => [a, b, c, d],
    prepare: async (dress) => {
      const { id, receive } = await aReturn(dress, 'authorized');
      await sql.query("update returns set expires_at = now() - interval '1 minute' where id = $1", [id]);
      await expireReturns(db, throwIt);
      return () => receive(() => ({ restocked: 1, writtenOff: 0 }));
    },
  },
  {
    act: 'an exchange is shipped',
    locks: ({ a, d }) => [a, d],
    prepare: async (dress) => {
      const { id } = await aReturn(dress, 'received');
      return () => takeStep(grace, id, 'exchange', { carrier: 'UPS', trackingNumber: '1Z 999', trackingUrl: '' });
    },
  },
  {
    act: 'sizes of a product are removed',
    locks: ({ a, b, c, d }) => [a, b, c, d],
    prepare: async ({ a, productId }) => {
      const product = (await grace.get(`/api/admin/products/${productId}`)).json();
      const remaining = product.variants.filter(({ id }: { id: string }) => id === a);
      return () =>
        grace.put(`/api/products/${productId}`, {
          ...{ name: 'Dress', description: 'A dress.', price: 100, category: product.category, brand: product.brand },
          images: ['/media/moon-1/960.webp'],
          options: [{ name: 'Size', values: Object.values(remaining[0].options) }],
          variants: remaining,
        });
    },
  },
];

/** What staff adjust in bulk are products without options. */
async function plainProducts(count: number) {
  const found = [];
  for (let place = 0; place < count; place++) {
    const { id } = await shop.aProduct({ quantities: [5] });
    await sql.query(`update variants set option_values = '{}' where product_id = $1`, [id]);
    const { rows } = await sql.query('select id from variants where product_id = $1', [id]);
    found.push({ id, variantId: String(rows[0].id) });
  }
  return found;
}

async function assertNoRowAfter(row: string, variantIds: string[], run: Act) {
  const holder = await sql.connect();
  try {
    const {
      rows: [{ pid }],
    } = await holder.query('select pg_backend_pid() as pid');
    await holder.query('begin');
    await holder.query('select from stock where variant_id = $1 for no key update', [row]);
    let ended: unknown;
    const running = run().then((result) => {
      ended = result;
      return result;
    });
    const isWaiting = async () =>
      (await sql.query('select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))', [pid])).rowCount;
    await vi.waitUntil(async () => ended || (await isWaiting()), { timeout: 30_000, interval: 5 });
    expect(ended, 'ended without waiting for the row').toBeUndefined();
    const later = variantIds.filter((id) => id > row);
    const { rows: free } = await sql.query(
      'select variant_id as id from stock where variant_id = any ($1) order by variant_id for no key update skip locked',
      [later],
    );
    await holder.query('commit');
    const result = await running;
    if (result instanceof Object && 'statusCode' in result) expect(result).toMatchObject({ statusCode: 200 });
    expect(free.map(({ id }) => id)).toEqual(later);
  } finally {
    // Closed: a test that failed leaves a transaction open.
    holder.release(true);
  }
}

test.each(CASES)('$act: locks stock in the order of the variants', async ({ locks, prepare }) => {
  for (const place of locks(await aDress()).keys()) {
    const dress = await aDress();
    const variantIds = locks(dress);
    await assertNoRowAfter(variantIds[place] ?? '', variantIds, await prepare(dress));
  }
});

test('stock of several products is adjusted and undone: locks stock in the order of the variants', async () => {
  for (const place of [0, 1, 2]) {
    const products = await plainProducts(3);
    const variantIds = products.map(({ variantId }) => variantId).toSorted();
    const changes = products.toReversed().map(({ id }) => ({ id, version: 1, quantity: { from: 5, to: 7 } }));
    let batchId = '';
    await assertNoRowAfter(variantIds[place] ?? '', variantIds, async () => {
      const response = await grace.post('/api/admin/product-batches', { changes }, keyed());
      batchId = response.json().batchId;
      return response;
    });
    await assertNoRowAfter(variantIds[place] ?? '', variantIds, () =>
      grace.post(`/api/admin/product-batches/${batchId}/undo`),
    );
  }
});

test('every function that changes stock is in the table, or has a reason not to be', () => {
  const inTable = [
    ...['takeStock', 'sellReserved', 'releaseReservations', 'lockCheckoutStock', 'lockStock', 'lockProductStock'],
    ...['applyStockChange', 'adjustStocks'],
    ...['reserveExchanges', 'releaseExchanges', 'resumeExchange', 'sellExchanges', 'reduceExchanges', 'takeBackUnits'],
    'takeBackRefunded',
  ];
  const locksNoOther = ['openStock', 'changeStock'];
  const changesNoStock = ['isStockTooLow', 'extendReservations'];

  expect(Object.keys(inventory).toSorted()).toEqual([...inTable, ...locksNoOther, ...changesNoStock].toSorted());
});
