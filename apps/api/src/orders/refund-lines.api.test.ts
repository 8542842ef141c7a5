import type { DryRun } from '@shop/contracts/effects/schema';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import type { Order } from '@shop/contracts/orders/schema';
import { describe, expect, test } from 'vitest';
import { countChangedOrders } from '#analytics/roll-up-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { anOrder, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { invoicesOf } from '#test/builders/invoices.ts';
import { openDifferences } from '#test/builders/paid-order.ts';
import { keyed, requestReturn, returnOptions, takeStep } from '#test/builders/returns/a-return.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll, failedInvariants } from '#test/invariants-after-all.ts';
import { queuedJobs } from '#test/jobs.ts';
import { issuePartialRefund } from './admin-actions.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql, sandbox, work } = shop;
await sql.query('update store_settings set tax_bp = 0, standard_shipping_cents = 1000');
const grace = await anAdmin();

type Method = 'card' | 'cod';
type Status = 'pending' | 'processing' | 'shipped' | 'delivered';

/** Three rings at $10 and a gown at $20, with $10 shipping: $60, charged in rupees at rate 1. */
async function anOrderOfTwo({ method = 'card', status = 'pending' }: { method?: Method; status?: Status } = {}) {
  const ada = await aShopper();
  const [ring, gown] = [
    await aVariant(shop, { name: 'Ring', price: 10 }),
    await aVariant(shop, { name: 'Gown', price: 20 }),
  ];
  const items = [
    { variantId: ring.variantId, quantity: 3 },
    { variantId: gown.variantId, quantity: 1 },
  ];
  const order = await anOrder(db, { of: ada, items, method, status });
  const read = async () => (await grace.get(`/api/admin/orders/${order.id}`)).json<AdminOrder>();
  const { items: lines } = await read();
  const idOf = (name: string) => lines.find((line) => line.name === name)?.id ?? '';
  return {
    ada,
    id: order.id,
    ring: { ...ring, id: idOf('Ring') },
    gown: { ...gown, id: idOf('Gown') },
    read,
    seen: async () => (await ada.get(`/api/orders/${order.id}`)).json<Order>(),
    refund: (body: object, key?: string) =>
      grace.post(`/api/admin/orders/${order.id}/refunds`, { reason: 'Sold out', ...body }, keyed(key)),
    preview: async (body: object) =>
      (
        await grace.post(`/api/admin/orders/${order.id}/refunds/dry-run`, { reason: 'Sold out', ...body })
      ).json<DryRun>(),
    ship: (items: { orderItemId: string; quantity: number }[]) =>
      grace.post(
        `/api/admin/orders/${order.id}/shipments`,
        { items, carrier: 'UPS', trackingNumber: '', trackingUrl: '', notify: true },
        keyed(),
      ),
    setStatus: (status: string, returnToStock = false) =>
      grace.put(`/api/orders/${order.id}/status`, { status, returnToStock }, keyed()),
  };
}

const left = ({ items }: Pick<AdminOrder, 'items'>) =>
  Object.fromEntries(items.map(({ name, quantity, shipped, removed = 0 }) => [name, quantity - shipped - removed]));
const toShip = async (path: string) => (await grace.get(path)).json<{ id: string }[] | { orders: { id: string }[] }>();

describe('units refunded before they are shipped', () => {
  test('leave the shipment of the order, are restocked, and the preview says so', async () => {
    const { ring, gown, read, seen, refund, preview, ship } = await anOrderOfTwo();
    const items = [{ orderItemId: ring.id, quantity: 2 }];

    expect((await preview({ items })).effects).toEqual([
      expect.objectContaining({ kind: 'refund', amountMinor: 2_000 }),
      { kind: 'stock', change: 'returned', units: 2 },
      { kind: 'email', count: 1 },
      { kind: 'notification', count: 1 },
    ]);
    expect((await refund({ items })).statusCode).toBe(200);

    expect(left(await read())).toEqual({ Ring: 1, Gown: 1 });
    expect((await seen()).items.map(({ refunded }) => refunded).toSorted()).toEqual([0, 2]);
    expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 9, reserved: 0, sold: 1, received: 10 });
    expect((await ship([{ orderItemId: ring.id, quantity: 2 }])).json()).toMatchObject({ code: 'units_not_left' });
    await ship([{ orderItemId: ring.id, quantity: 1 }]);
    expect(await read()).toMatchObject({ status: 'processing' });
    await ship([{ orderItemId: gown.id, quantity: 1 }]);
    expect(await read()).toMatchObject({ status: 'shipped', paymentStatus: 'paid' });
  });

  test('are shipped by no change of the status, and written off if they cannot be sold', async () => {
    const { ring, gown, read, refund, setStatus } = await anOrderOfTwo();
    await refund({ items: [{ orderItemId: ring.id, quantity: 1, restock: false }] });

    expect((await setStatus('shipped')).statusCode).toBe(200);

    const { shipments } = await read();
    expect(shipments.flatMap(({ items }) => items)).toEqual(
      expect.arrayContaining([
        { orderItemId: ring.id, quantity: 2 },
        { orderItemId: gown.id, quantity: 1 },
      ]),
    );
    expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 7, reserved: 0, sold: 2, received: 9 });
  });

  test('with the last ones of an order of which some are shipped, the order is shipped', async () => {
    const { ring, gown, read, refund, preview, ship } = await anOrderOfTwo();
    await ship([{ orderItemId: ring.id, quantity: 3 }]);
    const items = [{ orderItemId: gown.id, quantity: 1 }];

    expect((await preview({ items })).effects).toContainEqual({ kind: 'order', status: 'shipped', count: 1 });
    await refund({ items });

    expect(await read()).toMatchObject({ status: 'shipped', paymentStatus: 'paid', refundable: 4_000 });
    expect(await unitsOf(shop, gown.variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });
  });

  test('with all of them the order is cancelled, which refunds the rest of the payment, in several refunds or one', async () => {
    const { ring, gown, read, refund, preview } = await anOrderOfTwo();
    await refund({ items: [{ orderItemId: ring.id, quantity: 3 }] });
    const items = [{ orderItemId: gown.id, quantity: 1 }];

    expect((await refund({ items, amount: 20 })).json()).toMatchObject({ code: 'refund_cancels_order' });
    expect((await preview({ items })).effects).toMatchObject([
      { kind: 'refund', amountMinor: 3_000 },
      { kind: 'stock', change: 'returned', units: 1 },
      { kind: 'order', status: 'cancelled' },
      { kind: 'email' },
      { kind: 'notification' },
    ]);
    expect((await refund({ items })).statusCode).toBe(200);

    expect(await read()).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded', refundable: 0 });
    for (const { variantId } of [ring, gown])
      expect(await unitsOf(shop, variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });
  });

  test.each(['processing', 'shipped', 'delivered'])(
    'with the whole payment return to stock when the order, partially shipped, is cancelled from %s',
    async (status) => {
      const { ring, gown, read, refund, ship, setStatus } = await anOrderOfTwo();
      await ship([{ orderItemId: ring.id, quantity: 2 }]);
      await refund({ amount: 60 });
      expect(left(await read())).toEqual({ Ring: 0, Gown: 0 });
      if (status !== 'processing') await setStatus(status);

      expect((await setStatus('cancelled')).statusCode).toBe(200);

      expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 8, reserved: 0, sold: 0, received: 8 });
      expect(await unitsOf(shop, gown.variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });
      await setStatus('delivered');
      expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 8, reserved: 0, sold: 2, received: 10 });
      expect(await unitsOf(shop, gown.variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });
    },
  );

  test('stay out when the rest is cancelled, and when the order is reopened', async () => {
    const { ring, gown, read, refund, setStatus } = await anOrderOfTwo();
    await refund({ items: [{ orderItemId: ring.id, quantity: 2, restock: false }] });
    await setStatus('cancelled');
    expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 8, reserved: 0, sold: 0, received: 8 });
    expect(await failedInvariants(db)).toEqual([]);

    await setStatus('processing');

    expect(left(await read())).toEqual({ Ring: 1, Gown: 1 });
    expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 7, reserved: 0, sold: 1, received: 8 });
    expect(await unitsOf(shop, gown.variantId)).toEqual({ available: 9, reserved: 0, sold: 1, received: 10 });
  });

  test('of the whole payment have nothing left to ship: not in the list, nor on the dashboard, nor by a status', async () => {
    const { id, read, refund, setStatus, ring } = await anOrderOfTwo({ status: 'processing' });
    const listed = async () => JSON.stringify(await toShip('/api/admin/orders?fulfillment=unfulfilled')).includes(id);
    const counted = async () =>
      (await grace.get('/api/admin/menu-counts')).json<{ ordersToShip: number }>().ordersToShip;
    const before = await counted();
    expect(await listed()).toBe(true);

    await refund({ amount: 60 });

    expect(left(await read())).toEqual({ Ring: 0, Gown: 0 });
    expect(await listed()).toBe(false);
    expect(await counted()).toBe(before - 1);
    expect((await setStatus('shipped')).json()).toMatchObject({ code: 'nothing_to_ship' });
    expect((await setStatus('cancelled')).statusCode).toBe(200);
    expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });
  });
});

describe('a refund by unit', () => {
  test('of shipped units changes the stock only if staff restock them, and they cannot be returned any more', async () => {
    const { ada, id, ring, refund } = await anOrderOfTwo({ status: 'delivered' });

    await refund({ items: [{ orderItemId: ring.id, quantity: 1 }] });
    expect(await unitsOf(shop, ring.variantId)).toMatchObject({ available: 7, sold: 3 });
    await refund({ items: [{ orderItemId: ring.id, quantity: 1, restock: true }] });
    expect(await unitsOf(shop, ring.variantId)).toMatchObject({ available: 8, sold: 2 });

    const { items } = await returnOptions(ada, id);
    expect(items.find(({ orderItemId }) => orderItemId === ring.id)).toMatchObject({ returnable: 1 });
    expect((await refund({ items: [{ orderItemId: ring.id, quantity: 2 }] })).json()).toMatchObject({
      code: 'units_not_refundable',
    });
    await requestReturn(ada, id, [{ orderItemId: ring.id }]);
    expect((await refund({ items: [{ orderItemId: ring.id, quantity: 1 }] })).statusCode).toBe(409);
  });

  test('cancelled after the delivery leaves out what came back before', async () => {
    const { ring, refund, setStatus } = await anOrderOfTwo({ status: 'delivered' });
    await refund({ items: [{ orderItemId: ring.id, quantity: 1, restock: true }] });

    await setStatus('cancelled', false);
    expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 8, reserved: 0, sold: 0, received: 8 });
    await setStatus('delivered');
    expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 8, reserved: 0, sold: 2, received: 10 });
  });

  test('and a return refund what one of all of them would, with shipping the whole charge', async () => {
    const { ada, id, ring, gown, read, refund } = await anOrderOfTwo({ status: 'delivered' });
    await sql.query('update orders set charge_minor = 5999 where id = $1', [id]);
    await sql.query('update payments set amount_minor = 5999 where order_id = $1', [id]);

    for (const quantity of [1, 1]) await refund({ items: [{ orderItemId: ring.id, quantity }] });
    await requestReturn(ada, id, [{ orderItemId: gown.id }]);
    const [ret] = (await returnOptions(ada, id)).returns;
    await takeStep(grace, ret?.id ?? '', 'decision', { decision: 'authorized' });
    await takeStep(grace, ret?.id ?? '', 'receipt', {
      lines: [{ id: ret?.lines[0]?.id, restocked: 1, writtenOff: 0 }],
    });
    expect((await takeStep(grace, ret?.id ?? '', 'refund')).statusCode).toBe(200);
    await refund({ items: [{ orderItemId: ring.id, quantity: 1 }], shipping: true });

    expect(await read()).toMatchObject({ paymentStatus: 'refunded', refundable: 0 });
  });

  test('twice at once is made once for the same key, and never of more units than there are', async () => {
    const { ring, refund, read } = await anOrderOfTwo();
    const twice = { items: [{ orderItemId: ring.id, quantity: 2 }] };

    const same = await Promise.all([1, 2].map(() => refund(twice, 'one press')));
    const others = await Promise.all([1, 2, 3].map(() => refund({ items: [{ orderItemId: ring.id, quantity: 1 }] })));

    expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(others.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect(left(await read())).toEqual({ Ring: 0, Gown: 1 });
    expect((await read()).refundable).toBe(3_000);
  });

  test('that the provider rejects keeps its units out of the shipment, counts none as refunded, and is retried', async () => {
    const { ada, id, ring, read, seen, refund } = await anOrderOfTwo();
    const { rows } = await sql.query('select provider_payment_id as id from payments where order_id = $1', [id]);
    await refund({ items: [{ orderItemId: ring.id, quantity: 1 }] });
    await work();

    expect((await seen()).refunds).toMatchObject([{ status: 'failed' }]);
    expect(await openDifferences(grace, rows[0].id)).toMatchObject([{ kind: 'refund_rejected' }]);
    expect(left(await read())).toEqual({ Ring: 2, Gown: 1 });
    expect((await ada.get(`/api/orders/${id}`)).json().items).not.toContainEqual(
      expect.objectContaining({ refunded: 1 }),
    );
    expect((await refund({ items: [{ orderItemId: ring.id, quantity: 3 }] })).statusCode).toBe(409);
  });

  test('is all or nothing when the process dies after any statement', async () => {
    const { id, gown, ring, refund } = await anOrderOfTwo();
    await refund({ items: [{ orderItemId: ring.id, quantity: 2 }] });
    const staff = { id: grace.id, name: 'Grace Hopper', role: 'admin' };
    const items = [
      { orderItemId: ring.id, quantity: 1 },
      { orderItemId: gown.id, quantity: 1 },
    ];
    const state = async () => {
      const { rows } = await sql.query(
        `select (select count(*) from refunds) as refunds, (select count(*) from refund_lines) as lines,
                (select md5(string_agg(s::text, '' order by variant_id)) from stock s) as stock,
                (select md5(string_agg(o::text, '' order by id)) from orders o) as orders,
                (select count(*) from audit_log) as audit, (select count(*) from notifications) as notifications`,
      );
      return { ...rows[0], jobs: (await queuedJobs({ sql })).length };
    };
    const before = await state();

    let statements = 0;
    for (let done = false; !done; statements += 1) {
      expect(statements).toBeLessThan(100);
      done = await db
        .transaction((tx) => issuePartialRefund(dyingAfter(tx, statements), staff, id, { reason: 'All', items }))
        .then(() => true)
        .catch(() => false);
      if (!done) expect(await state()).toEqual(before);
    }

    expect(statements).toBeGreaterThan(10);
    expect(await failedInvariants(db)).toEqual([]);
  });
});

const SENDING: readonly (string | symbol)[] = ['execute', 'run', 'together'];

/** The process dies after this many statements: the transaction is rolled back. */
function dyingAfter(tx: Db, statements: number): Db {
  let rest = statements;
  return new Proxy(tx, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || !SENDING.includes(name)) return value;
      return (...args: unknown[]) => {
        if (rest <= 0) throw new Error('The process died.');
        rest -= 1;
        return Reflect.apply(value, target, args);
      };
    },
  });
}

describe('a refund of an order paid in cash', () => {
  const count = async () => {
    while ((await countChangedOrders(db, 1_000)) > 0);
  };
  const revenueOf = async (id: string) =>
    (await sql.query('select orders, cents::int, unpaid_cents::int from counted_orders where order_id = $1', [id]))
      .rows[0];

  test('is a refund on its page, and leaves revenue and the invoice', async () => {
    const { ada, id, ring, read, seen, refund } = await anOrderOfTwo({ method: 'cod', status: 'delivered' });
    await work();
    await count();
    expect(await revenueOf(id)).toEqual({ orders: 1, cents: 6_000, unpaid_cents: 0 });

    expect((await refund({ items: [{ orderItemId: ring.id, quantity: 1 }], method: 'bank_transfer' })).statusCode).toBe(
      200,
    );
    await count();
    await work();

    expect(await seen()).toMatchObject({ refunds: [{ amount: 1_000, status: 'processed', method: 'bank_transfer' }] });
    expect(await read()).toMatchObject({ refundable: 5_000, cashRefunds: [{ amount: 1_000, reason: 'Sold out' }] });
    expect(await revenueOf(id)).toEqual({ orders: 1, cents: 5_000, unpaid_cents: 0 });
    const { rows } = await sql.query(
      `select key, cents::int from sales where subject = 'refunded_product' and grain = 'year' and key = $1`,
      [ring.productId],
    );
    expect(rows).toEqual([{ key: ring.productId, cents: 1_000 }]);
    expect((await invoicesOf(ada, id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
    const { rows: emails } = await sql.query(
      `select from email_messages where order_id = $1 and kind = 'refund_completed'`,
      [id],
    );
    expect(emails).toHaveLength(1);

    expect((await refund({ amount: 50.01 })).json()).toMatchObject({ code: 'refund_too_large' });
    expect((await refund({ amount: 50, method: 'provider' })).json()).toMatchObject({ code: 'nothing_to_refund' });
    expect((await refund({ amount: 50 })).statusCode).toBe(200);
    expect(await seen()).toMatchObject({ paymentStatus: 'refunded' });
  });

  test('by a return is one too', async () => {
    const { ada, id, gown, seen } = await anOrderOfTwo({ method: 'cod', status: 'delivered' });
    await work();
    await requestReturn(ada, id, [{ orderItemId: gown.id }]);
    const [ret] = (await returnOptions(ada, id)).returns;
    await takeStep(grace, ret?.id ?? '', 'decision', { decision: 'authorized' });
    await takeStep(grace, ret?.id ?? '', 'receipt', {
      lines: [{ id: ret?.lines[0]?.id, restocked: 1, writtenOff: 0 }],
    });
    expect((await takeStep(grace, ret?.id ?? '', 'refund')).statusCode).toBe(200);
    await count();
    await work();

    expect(await seen()).toMatchObject({ refunds: [{ amount: 2_000, status: 'processed', method: 'cash' }] });
    expect(await revenueOf(id)).toEqual({ orders: 1, cents: 4_000, unpaid_cents: 0 });
    expect((await invoicesOf(ada, id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  });

  test('is none while nothing was paid', async () => {
    const { refund, seen } = await anOrderOfTwo({ method: 'cod', status: 'shipped' });

    expect((await refund({ amount: 5 })).json()).toMatchObject({ code: 'nothing_to_refund' });
    expect((await seen()).refunds).toEqual([]);
  });

  test('keeps the order paid when it is set back from delivered', async () => {
    const { refund, setStatus, seen } = await anOrderOfTwo({ method: 'cod', status: 'delivered' });
    await refund({ amount: 5 });

    await setStatus('shipped');

    expect(await seen()).toMatchObject({ status: 'shipped', paymentStatus: 'paid' });
  });

  test('is not needed for the credit note of one that was refused at the door', async () => {
    const { ada, id, setStatus } = await anOrderOfTwo({ method: 'cod', status: 'shipped' });
    await work();

    await setStatus('cancelled', true);
    await work();

    expect((await invoicesOf(ada, id)).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  });
});

test('a payment that is refunded on the provider’s dashboard leaves nothing to ship', async () => {
  const { variantId } = await aVariant(shop, { price: 20 });
  const customer = await aCustomerWithCart(shop, [{ variantId, quantity: 2 }]);
  const { order } = startedCheckout(await customer.start());
  const { payment, verification } = await sandbox.pay(order.id);
  const { orderId } = (await customer.verify(verification)).json();

  await sandbox.refundOnDashboard(payment.id, payment.amount);
  await work();

  const seen = (await grace.get(`/api/admin/orders/${orderId}`)).json<AdminOrder>();
  expect(seen).toMatchObject({ status: 'pending', paymentStatus: 'refunded', items: [{ quantity: 2, removed: 2 }] });
});

test('units that were refunded after they were shipped are not packed again when the order is set back', async () => {
  const { ring, read, refund, setStatus } = await anOrderOfTwo({ status: 'shipped' });
  await refund({ items: [{ orderItemId: ring.id, quantity: 2, restock: true }] });
  expect(await unitsOf(shop, ring.variantId)).toMatchObject({ available: 9, sold: 1 });

  expect((await setStatus('processing')).statusCode).toBe(200);

  expect(left(await read())).toEqual({ Ring: 1, Gown: 1 });
});

test('an order refunded after it was shipped is not shipped again by a packer, who may not refund', async () => {
  const { id, ring, gown, read, refund } = await anOrderOfTwo({ status: 'shipped' });
  await refund({
    items: [
      { orderItemId: ring.id, quantity: 3, restock: true },
      { orderItemId: gown.id, quantity: 1, restock: true },
    ],
    shipping: true,
  });
  expect(await read()).toMatchObject({ paymentStatus: 'refunded' });
  const wim = await anAdmin({ role: 'packer' });
  const back = await wim.put(`/api/orders/${id}/status`, { status: 'processing' }, keyed());
  const shipped = await wim.post(
    `/api/admin/orders/${id}/shipments`,
    {
      items: [{ orderItemId: ring.id, quantity: 3 }],
      carrier: 'UPS',
      trackingNumber: '',
      trackingUrl: '',
      notify: true,
    },
    keyed(),
  );
  expect([back.statusCode, shipped.statusCode]).toEqual([403, 409]);
});

test('a retried refund of a cancelled order that was reopened meanwhile leaves nothing to ship', async () => {
  const { read, seen, setStatus } = await anOrderOfTwo({ status: 'processing' });
  await setStatus('cancelled');
  await work();
  const [failed] = (await seen()).refunds;
  expect(failed).toMatchObject({ status: 'failed' });
  expect((await setStatus('processing')).statusCode).toBe(200);
  expect(await read()).toMatchObject({ paymentStatus: 'paid' });
  const { rows } = await sql.query("select id from refunds where status = 'failed' order by id desc limit 1");

  const retried = await grace.post(`/api/admin/refunds/${rows[0].id}/retry`);

  expect(retried.statusCode).toBe(204);
  expect(left(await read())).toEqual({ Ring: 0, Gown: 0 });
});

test('a part of the shipping that staff refunded does not make a later return pay the rest of it', async () => {
  const { ada, id, ring, read, refund } = await anOrderOfTwo({ status: 'delivered' });

  // A goodwill of $1 for the shipping of $10: the form fills in 10, staff type 1.
  expect((await refund({ shipping: true, amount: 1 })).statusCode).toBe(200);
  expect((await read()).refundable).toBe(5_900);
  await requestReturn(ada, id, [{ orderItemId: ring.id }]);
  const [ret] = (await returnOptions(ada, id)).returns;
  await takeStep(grace, ret?.id ?? '', 'decision', { decision: 'authorized' });
  await takeStep(grace, ret?.id ?? '', 'receipt', { lines: [{ id: ret?.lines[0]?.id, restocked: 1, writtenOff: 0 }] });
  expect((await takeStep(grace, ret?.id ?? '', 'refund')).statusCode).toBe(200);

  // One ring was $10.
  expect((await read()).refundable).toBe(4_900);
});

test('a unit that was paid back is neither packed nor paid back again when the order is cancelled and reopened', async () => {
  const { ring, gown, read, refund, setStatus } = await anOrderOfTwo({ method: 'cod', status: 'delivered' });
  await refund({ items: [{ orderItemId: ring.id, quantity: 1 }], method: 'cash' });
  await setStatus('cancelled', true);
  expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });

  expect((await setStatus('processing')).statusCode).toBe(200);

  expect(left(await read())).toEqual({ Ring: 2, Gown: 1 });
  expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 8, reserved: 0, sold: 2, received: 10 });
  expect((await refund({ amount: 50, method: 'cash' })).statusCode).toBe(200);
  expect(left(await read())).toEqual({ Ring: 0, Gown: 0 });
  expect(await failedInvariants(db)).toEqual([]);
  await setStatus('cancelled');
  for (const { variantId } of [ring, gown])
    expect(await unitsOf(shop, variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });
});

test.each([
  { to: 'processing', returned: true, stock: { available: 9, sold: 1, received: 10 } },
  { to: 'processing', returned: false, stock: { available: 6, sold: 1, received: 7 } },
  { to: 'delivered', returned: true, stock: { available: 9, sold: 1, received: 10 } },
  { to: 'delivered', returned: false, stock: { available: 7, sold: 1, received: 8 } },
])(
  'units paid back of a cancelled order, delivered before, stay where cancelling left them: $to, returned $returned',
  async ({ to, returned, stock }) => {
    const { ring, refund, read, setStatus } = await anOrderOfTwo({ method: 'cod', status: 'delivered' });
    await refund({ items: [{ orderItemId: ring.id, quantity: 1 }], method: 'cash' });
    await setStatus('cancelled', returned);
    await refund({ items: [{ orderItemId: ring.id, quantity: 1 }], method: 'cash' });

    expect((await setStatus(to)).statusCode).toBe(200);

    expect(await unitsOf(shop, ring.variantId)).toEqual({ reserved: 0, ...stock });
    expect(await read()).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ refundable: 1 })]) });
    expect(await failedInvariants(db)).toEqual([]);
  },
);

test('a unit paid back of a cancelled order that never left is not shipped by setting the order to shipped', async () => {
  const { ring, refund, read, setStatus } = await anOrderOfTwo({ status: 'processing' });
  await setStatus('cancelled');
  await work();
  await refund({ items: [{ orderItemId: ring.id, quantity: 1 }], method: 'cash' });

  expect((await setStatus('shipped')).statusCode).toBe(200);

  const { shipments } = await read();
  expect(shipments.flatMap(({ items }) => items)).toContainEqual({ orderItemId: ring.id, quantity: 2 });
  expect(await unitsOf(shop, ring.variantId)).toEqual({ available: 8, reserved: 0, sold: 2, received: 10 });
  expect(await failedInvariants(db)).toEqual([]);
});

test('a cancelled order of which some units were shipped stays cancelled when its last unshipped unit is paid back', async () => {
  const { ring, gown, read, refund, preview, ship, setStatus } = await anOrderOfTwo();
  await ship([{ orderItemId: ring.id, quantity: 3 }]);
  await setStatus('cancelled', true);
  await work();
  const items = [{ orderItemId: gown.id, quantity: 1 }];

  expect((await preview({ items, method: 'cash' })).effects).not.toContainEqual(
    expect.objectContaining({ kind: 'order' }),
  );
  expect((await refund({ items, method: 'cash' })).statusCode).toBe(200);

  expect(await read()).toMatchObject({ status: 'cancelled', refundable: 4_000 });
  for (const { variantId } of [ring, gown])
    expect(await unitsOf(shop, variantId)).toEqual({ available: 10, reserved: 0, sold: 0, received: 10 });
  expect(await failedInvariants(db)).toEqual([]);
});
