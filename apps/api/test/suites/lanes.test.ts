import { Logger, parseCrontab, type TaskList } from 'graphile-worker';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { createMailer } from '#platform/clients/mailer.ts';
import { Connection } from '#platform/database/connection.ts';
import { startRunners } from '#platform/queue/runners.ts';
import { CRONTAB, lanesOf, taskList } from '#tasks.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { keyed } from '#test/builders/returns/a-return.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';

const shop = await createStoreWithPayments();
const { aShopper, anAdmin, config, disk, log, provider, redis, sandbox, sql } = shop;
const { publicOrigin, authSecret, erasuresDir } = config;
const mailer = createMailer(config.email);
/** As many connections as the worker has. */
const { db, pool, close } = new Connection({
  url: config.databaseDirectUrl,
  applicationName: 'crystalline-test',
  max: 22,
  statementTimeoutMs: 30_000,
  onError: () => {},
});
afterAll(close);
const TASKS = taskList({ db, log, mailer, provider, redis, disk, publicOrigin, authSecret, erasuresDir });
const SCHEDULED = new Set(parseCrontab(CRONTAB).map(({ task }) => task));
const TIMEOUT = { timeout: 120_000 };

const dropJobs = () => sql.query('delete from graphile_worker._private_jobs');

let stop = async () => {};
afterEach(() => stop());

/** Runs jobs as worker.ts does, without the schedule. */
async function startWorker(tasks: TaskList) {
  const runners = await startRunners({
    pool,
    lanes: lanesOf(tasks),
    crontab: '',
    logger: new Logger(() => () => {}),
  });
  stop = async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    await dropJobs();
    stop = async () => {};
  };
}

test('every task is in one lane, and those that a customer waits for are with no other', () => {
  const lanes = lanesOf(TASKS).map(({ slots, tasks }) => ({ slots, tasks: Object.keys(tasks) }));

  expect(lanes.flatMap(({ tasks }) => tasks).toSorted()).toEqual(Object.keys(TASKS).toSorted());
  const urgent = lanes.find(({ tasks }) => tasks.includes('process_webhook'));
  expect(urgent?.slots).toBe(4);
  expect(urgent?.tasks.toSorted()).toEqual([
    'credit_cancelled_order',
    'issue_credit_note',
    'issue_invoice',
    'list_erasure',
    'process_webhook',
    'refund_payment',
    'send_reset_link',
  ]);
  const ofStaff = lanes.find(({ tasks }) => tasks.includes('update_order_statuses'));
  expect(ofStaff?.slots).toBe(2);
  expect(ofStaff?.tasks).toEqual(
    expect.arrayContaining(['run_product_import', 'undo_product_import', 'merge_taxonomy', 'send_campaigns']),
  );
  expect(ofStaff?.tasks.filter((task) => SCHEDULED.has(task))).toEqual(['send_campaigns']);
});

test('a webhook is processed while four jobs of every task that may be long hang', TIMEOUT, async () => {
  const urgent = Object.keys(lanesOf(TASKS)[0]?.tasks ?? {});
  const long = Object.keys(TASKS).filter((task) => !urgent.includes(task));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hanging = new Set<string>();
  const tasks: TaskList = Object.fromEntries(
    long.map((task) => [
      task,
      async (_payload, { job }) => {
        hanging.add(job.id);
        await released;
      },
    ]),
  );
  const processed: unknown[] = [];
  const rest = Object.fromEntries(urgent.map((task) => [task, () => {}]));
  await startWorker({ ...tasks, ...rest, process_webhook: (payload) => void processed.push(payload) });
  await sql.query(`select graphile_worker.add_job(task) from unnest($1::text[]) task, generate_series(1, 4)`, [long]);
  const slots = lanesOf(TASKS).slice(1);
  await vi.waitUntil(() => hanging.size === slots.reduce((sum, lane) => sum + lane.slots, 0), TIMEOUT);

  await sql.query(`select graphile_worker.add_job('process_webhook', '{"eventId":"1"}')`);
  await vi.waitUntil(() => processed.length === 1, TIMEOUT);

  expect(hanging.size).toBe(slots.reduce((sum, lane) => sum + lane.slots, 0));
  release();
});

test('a webhook waits less than a second while four people update hundreds of orders', TIMEOUT, async () => {
  const ORDERS = 60;
  const ada = await aShopper();
  const { variantId } = await aVariant(shop, { price: 50, quantities: [1_000] });
  const customers = [];
  for (let i = 0; i < 5; i++) customers.push(await aCustomerWithCart(shop, [{ variantId }]));
  const batches: string[][] = [];
  for (let batch = 0; batch < 4; batch++) {
    const orderIds: string[] = [];
    for (let i = 0; i < ORDERS; i++)
      orderIds.push((await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] })).id);
    batches.push(orderIds);
  }
  await dropJobs();
  const staff = [];
  for (const orderIds of batches) staff.push({ person: await anAdmin({ role: 'manager' }), orderIds });
  for (const { person, orderIds } of staff)
    await person.post('/api/admin/order-batches', { orderIds, status: 'processing' }, keyed());
  const countDone = async () =>
    Number((await sql.query(`select count(*) from order_batch_items where status = 'done'`)).rows[0].count);
  await startWorker({ ...TASKS, send_email: () => {} });
  await vi.waitUntil(async () => (await countDone()) > 0, TIMEOUT);

  for (const customer of customers) {
    const { order } = startedCheckout(await customer.start());
    await sandbox.pay(order.id);
    await waitForWebhooks(shop, order.id, 1);
  }
  const listWaits = async () => {
    const { rows } = await sql.query<{ ms: number }>(
      `select extract(epoch from processed_at - received_at) * 1000 as ms from webhook_inbox
        where type = 'payment.captured' and processed_at is not null order by 1`,
    );
    return rows.map(({ ms }) => Math.round(ms));
  };
  await vi.waitUntil(async () => (await listWaits()).length === customers.length, TIMEOUT);

  const [waits, done] = [await listWaits(), await countDone()];
  expect({ waits, done }).toEqual({
    // The median: one of them may be slowed by whatever else runs on the machine.
    waits: expect.toSatisfy((times: number[]) => (times[2] ?? 0) < 1_000),
    done: expect.toSatisfy((orders: number) => orders < 4 * ORDERS),
  });
});
