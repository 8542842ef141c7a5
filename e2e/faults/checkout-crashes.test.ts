import { MINUTE_MS } from '@shop/contracts/common/time';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type KillableStore, startKillableStore } from './killable-store.ts';
import { aPersistentCustomer } from './persistent-customer.ts';

const RUNS = Number(process.env.FAULT_RUNS);
const COMPLETED_WITHIN_S = 180;
/** Recovery without help: jobs that run every minute, and abandoned jobs, which are freed after two. */
const CATCH_UP_MINUTES = 2;
const RESERVATION_MINUTES = 16;

/** Where a process crashes during a purchase, by the names of `platform/crash-point.ts`; C5 has no code there. */
const POINTS = [
  { point: 'C1', dies: 'api', while: 'starting the checkout' },
  { point: 'C2', dies: 'api', while: 'starting the checkout' },
  { point: 'C3', dies: 'api', while: 'starting the checkout' },
  { point: 'C4', dies: 'api', while: 'starting the checkout' },
  { point: 'C5', dies: 'api', while: 'the payment window is open' },
  { point: 'C6', dies: 'api', while: 'verifying the payment' },
  { point: 'C7', dies: 'api', while: 'verifying the payment' },
  { point: 'C7', dies: 'worker', while: 'processing a webhook' },
  { point: 'C8', dies: 'api', while: 'verifying the payment' },
  { point: 'C9', dies: 'api', while: 'processing a webhook' },
  { point: 'C10', dies: 'api', while: 'processing a webhook' },
  { point: 'C11', dies: 'worker', while: 'processing a webhook' },
  { point: 'C12', dies: 'worker', while: 'processing a webhook' },
] as const;
type Point = (typeof POINTS)[number];

let shop: KillableStore;
let variantId: string;
/** Seconds until completed include the minutes by which the clock was advanced. */
const table: object[] = [];

beforeAll(async () => {
  shop = await startKillableStore();
  await shop.worker.start();
  variantId = await shop.addStock();
});

afterAll(async () => {
  console.table(table);
  await shop?.stop();
});

test.each(POINTS)(
  '$point, the $dies crashes while $while: nothing is lost or done twice',
  { timeout: RUNS * MINUTE_MS },
  async (where) => {
    const row = { ...where, runs: 0, acknowledged: 0, orders: 0, lost: 0, twice: 0, 'healthy s': 0, 'completed s': 0 };
    table.push(row);
    for (let run = 0; run < RUNS; run++) {
      // Every second customer does not return after the crash.
      const { acknowledged, expected, effects, healthyAfter, completedAfter } = await buyWithCrash(
        where,
        run % 2 === 0,
      );

      row.runs += 1;
      row.acknowledged += acknowledged ? 1 : 0;
      row.orders += effects.orders;
      row.lost += effects.orders < expected.orders || (acknowledged && effects.id !== acknowledged) ? 1 : 0;
      row.twice += effects.orders > 1 || effects.payments > 1 ? 1 : 0;
      row['healthy s'] = Math.max(row['healthy s'], Math.round(healthyAfter * 10) / 10);
      row['completed s'] = Math.max(row['completed s'], Math.round(completedAfter));
      expect(effects).toMatchObject(expected);
    }
    expect(row).toMatchObject({ runs: RUNS, lost: 0, twice: 0 });
    expect(row['completed s']).toBeLessThan(COMPLETED_WITHIN_S);
  },
);

test('all data integrity checks pass after the crashes, and the provider has the same payments', async () => {
  await shop.verify();
  expect(await listStoredPayments()).toEqual(await listProviderPayments());
});

async function buyWithCrash(where: Point, customerReturns: boolean) {
  const { api, worker, control } = shop;
  const crashingProcess = shop[where.dies];
  // Without webhooks only the verification reaches the crash point.
  if (where.while === 'verifying the payment') await control.failWebhooks({ do: 'drop' });
  else await control.recover();
  await api.start(where.dies === 'api' && where.while !== 'the payment window is open' ? where.point : '');
  if (where.dies === 'worker') await worker.start(where.point);
  const customer = await aPersistentCustomer(shop, variantId);

  const opened = where.while === 'starting the checkout' ? undefined : await start(customer);
  if (where.while === 'starting the checkout') expect(await customer.tryToStart()).toBeUndefined();
  if (where.while === 'the payment window is open') await api.kill();
  const paid = opened && (await pay(opened));
  if (where.while === 'verifying the payment')
    expect(await customer.tryToVerify(paid?.verification ?? {})).toBeUndefined();
  await crashingProcess.waitForCrash();
  const crashedAt = performance.now();
  const healthyAfter = await crashingProcess.start();

  await shop.advanceClock(CATCH_UP_MINUTES);
  let acknowledged = '';
  let bought = paid;
  if (customerReturns) {
    bought ??= await pay(await start(customer));
    acknowledged = (await customer.verify(bought.verification)).orderId;
    // Verifying again returns the same order.
    expect(await customer.verify(bought.verification)).toMatchObject({ orderId: acknowledged });
  }
  if (!bought) await shop.advanceClock(RESERVATION_MINUTES);
  await eventually(() => isCompleted(customer.email, bought ? 1 : 0), `the purchase of ${customer.email} is completed`);
  const completedAfter = (performance.now() - crashedAt) / 1_000 + CATCH_UP_MINUTES * 60;

  if (bought) expect((await control.ledger()).ordersFor(bought.checkoutId)).toBe(1);
  expect(customer.statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
  const expected = bought ? ONCE : NOTHING;
  return {
    acknowledged,
    expected,
    effects: await countEffects(customer.email),
    healthyAfter,
    completedAfter,
  };
}

async function start(customer: Awaited<ReturnType<typeof aPersistentCustomer>>) {
  const { checkoutId, order, body } = await customer.start();
  expect((await customer.start()).body).toBe(body);
  return { checkoutId, order };
}

const pay = async ({ checkoutId, order }: Awaited<ReturnType<typeof start>>) => ({
  checkoutId,
  verification: await shop.control.pay(order.id),
});

const ONCE = { orders: 1, steps: 1, payments: 1, refunds: 0, notified: 1, emails: 1 };
const NOTHING = { orders: 0, steps: 0, payments: 0, refunds: 0, notified: 0, emails: 0 };

/** Counts everything that must happen exactly once. */
async function countEffects(email: string) {
  const { rows } = await shop.sql.query<typeof ONCE & { id: string | null }>(
    `select (select count(*)::int from orders where user_id = u.id) as orders,
            (select max(id::text) from orders where user_id = u.id) as id,
            (select count(*)::int from order_status_history h join orders o on o.id = h.order_id
              where o.user_id = u.id) as steps,
            (select count(*)::int from payments p join checkouts c on c.id = p.checkout_id
              where c.user_id = u.id) as payments,
            (select count(*)::int from refunds r join payments p on p.id = r.payment_id
               join checkouts c on c.id = p.checkout_id where c.user_id = u.id) as refunds,
            (select count(*)::int from notifications where user_id = u.id) as notified,
            (select count(*)::int from email_messages where user_id = u.id and order_id is not null) as emails
       from users u where email = $1`,
    [email],
  );
  return rows[0] ?? { ...NOTHING, id: null };
}

/** No checkout is open, and all webhooks are delivered and processed. */
async function isCompleted(email: string, orders: number) {
  const { rows } = await shop.sql.query<{ done: boolean }>(
    `select not exists (select from checkouts where user_id = u.id and status = 'open')
            and (select count(*) from orders where user_id = u.id) = $2
            and not exists (select from webhook_inbox where processed_at is null) as done
       from users u where email = $1`,
    [email, orders],
  );
  return rows[0]?.done === true && (await shop.control.ledger()).undelivered === 0;
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Compared with the stored payments to the paisa. */
async function listProviderPayments() {
  const { payments } = await shop.control.ledger();
  return payments.map(({ id, status, amount }) => ({ id, status, amount })).toSorted(byId);
}
async function listStoredPayments() {
  const { rows } = await shop.sql.query<{ id: string; status: string; amount: number }>(
    'select provider_payment_id as id, status, amount_minor::float8 as amount from payments where provider_order_id is not null',
  );
  const known = new Set((await shop.control.ledger()).payments.map(({ id }) => id));
  // The sample data has payments that do not exist at the provider.
  return rows.filter(({ id }) => known.has(id)).toSorted(byId);
}
