import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@shop/contracts/common/time';
import { ReturnOptions } from '@shop/contracts/returns/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KillableStore, startKillableStore } from './killable-store.ts';
import { aCustomer, aPersistentCustomer } from './persistent-customer.ts';

const RUNS = Number(process.env.FAULT_RUNS);

const STEPS = ['request', 'decision', 'receipt', 'refund', 'exchange'] as const;
type Step = (typeof STEPS)[number];

/** Where the API crashes during a return, by the names of `platform/crash-point.ts`. */
const POINTS: { point: string; step: Step }[] = [
  { point: 'R1', step: 'request' },
  { point: 'R2', step: 'request' },
  { point: 'R6', step: 'decision' },
  { point: 'R3', step: 'receipt' },
  { point: 'R6', step: 'receipt' },
  { point: 'R4', step: 'refund' },
  { point: 'R6', step: 'refund' },
  { point: 'R5', step: 'exchange' },
  { point: 'R6', step: 'exchange' },
];

type Sizes = { bought: string; other: string };
let shop: KillableStore;
let sizes: Sizes;
let staffCookie = '';

beforeAll(async () => {
  shop = await startKillableStore();
  await Promise.all([shop.api.start(), shop.worker.start()]);
  sizes = await addSizes();
  const staff = await aCustomer(shop);
  await shop.sql.query("update users set role = 'admin' where email = $1", [staff.email]);
  staffCookie = staff.cookie();
});

afterAll(() => shop?.stop());

test.each(POINTS)(
  '$point, the API crashes during the $step of a return: nothing is lost or done twice',
  { timeout: RUNS * 2 * MINUTE_MS },
  async ({ point, step: crashing }) => {
    for (let run = 0; run < RUNS; run += 1) {
      await shop.api.start();
      const order = await aDeliveredOrder();
      for (const step of STEPS) {
        const key = randomUUID();
        if (step === crashing) {
          await shop.api.start(point);
          expect(await perform(order, step, key)).toBeUndefined();
          await shop.api.waitForCrash();
          await shop.api.start();
        }
        expect(await perform(order, step, key)).toBe(200);
        // A browser that repeats the request gets the same response.
        expect(await perform(order, step, key)).toBe(200);
      }
      expect(await countEffects(order.id)).toEqual({
        returns: 1,
        completed: 1,
        refunds: 1,
        back: 2,
        sold: 1,
        emails: 4,
      });
    }
  },
);

test('all data integrity checks pass after the crashes', () => shop.verify());

/** Two sizes of one product at the same price, each with enough units. */
async function addSizes(): Promise<Sizes> {
  const { rows } = await shop.sql.query<Sizes>(
    `with pair as (select a.id as bought, b.id as other
                     from variants a join variants b on b.product_id = a.product_id and b.id > a.id
                     join products p on p.id = a.product_id and p.sellable and p.status = 'published'
                    where a.archived_at is null and b.archived_at is null
                      and a.price_difference_cents = b.price_difference_cents order by a.id, b.id limit 1),
          filled as (update stock s set received = received + 10000, available = available + 10000
                       from pair where s.variant_id in (pair.bought, pair.other))
     select bought, other from pair`,
  );
  const [pair] = rows;
  if (!pair) throw new Error('No product has two sizes.');
  return pair;
}

type Order = Awaited<ReturnType<typeof aDeliveredOrder>>;

async function aDeliveredOrder() {
  const customer = await aPersistentCustomer(shop, sizes.bought);
  // The size bought is exchanged for this one, which is refunded itself.
  await send(customer.cookie(), 'POST', '/api/cart/items', { variantId: sizes.other });
  const { order } = await customer.start();
  const { orderId: id } = await customer.verify(await shop.control.pay(order.id));
  const response = await send(staffCookie, 'PUT', `/api/orders/${id}/status`, { status: 'delivered' });
  expect(response?.status).toBe(200);
  return { id, cookie: customer.cookie() };
}

/** Returns undefined when the API crashed before its response. */
async function send(cookie: string, method: string, path: string, body?: object, key: string = randomUUID()) {
  const headers = {
    origin: shop.url,
    cookie,
    'idempotency-key': key,
    ...(body && { 'content-type': 'application/json' }),
  };
  try {
    // No keep-alive to a process that may crash.
    return await fetch(shop.url + path, {
      method,
      headers: { ...headers, connection: 'close' },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch {
    return undefined;
  }
}

async function perform({ id, cookie }: Order, step: Step, key: string) {
  const options = ReturnOptions.parse(await (await send(cookie, 'GET', `/api/orders/${id}/returns`))?.json());
  const [requested] = options.returns;
  const [first, second] = await lineIds(id);
  if (step === 'request') {
    const exchange = {
      orderItemId: first,
      quantity: 1,
      reason: 'too_small',
      outcome: 'exchange',
      variantId: sizes.other,
    };
    const refund = { orderItemId: second, quantity: 1, reason: 'changed_mind', outcome: 'refund' };
    const response = await send(cookie, 'POST', `/api/orders/${id}/returns`, { items: [exchange, refund] }, key);
    return response?.status;
  }
  const lines = requested?.lines.map((line) => ({ id: line.id, restocked: line.quantity, writtenOff: 0 }));
  const bodies = {
    decision: { decision: 'authorized' },
    receipt: { lines },
    refund: undefined,
    exchange: { carrier: 'UPS' },
  };
  const path = `/api/admin/returns/${requested?.id}/${step}`;
  return (await send(staffCookie, 'POST', path, bodies[step], key))?.status;
}

/** The item in the size bought first, then the other one. */
async function lineIds(orderId: string) {
  const { rows } = await shop.sql.query<{ id: string }>(
    'select id from order_lines where order_id = $1 order by variant_id <> $2',
    [orderId, sizes.bought],
  );
  return rows.map(({ id }) => id);
}

/** Counts everything that must happen exactly once. */
async function countEffects(orderId: string) {
  const { rows } = await shop.sql.query(
    `select count(*)::int as returns, count(*) filter (where r.status = 'completed')::int as completed,
            (select count(*)::int from refunds f join payments p on p.id = f.payment_id where p.order_id = $1) as refunds,
            (select sum(u.restocked)::int from returned_units u join return_lines l on l.id = u.return_line_id
               join returns x on x.id = l.return_id where x.order_id = $1) as back,
            (select sum(e.quantity)::int from exchange_reservations e join return_lines l on l.id = e.return_line_id
               join returns x on x.id = l.return_id where x.order_id = $1 and e.status = 'sold') as sold,
            (select count(*)::int from email_messages where order_id = $1 and kind = 'return_update') as emails
       from returns r where r.order_id = $1`,
    [orderId],
  );
  return rows[0];
}
