import { afterAll, expect, test, vi } from 'vitest';
import { scrape } from '#test/metrics.ts';
import { createTestStore } from '#test/test-store.ts';

const store = await createTestStore();
const { sql } = store;

const now = performance.now.bind(performance);
let skippedMs = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
afterAll(() => vi.restoreAllMocks());

/** The values of the memoized readings as they are ten seconds later. */
function scrapeLater() {
  skippedMs += 10_001;
  return scrape(store);
}

const addJob = async (task: string, values: string, priority = 0) => {
  const { rows } = await sql.query('select (graphile_worker.add_job($1, priority => $2)).id', [task, priority]);
  await sql.query(`update graphile_worker._private_jobs set ${values} where id = $1`, [rows[0].id]);
};
const addEmail = (status: string, age: string) =>
  sql.query(
    `insert into email_messages (message_id, kind, to_email, subject, status, created_at)
     values (gen_random_uuid(), 'account_deleted', 'ada@example.com', '', $1, now() - $2::interval)`,
    [status, age],
  );

test('an empty queue has no age, and no worker was seen before the first one starts', async () => {
  await sql.query('delete from graphile_worker._private_jobs; delete from graphile_worker._private_known_crontabs');

  const values = await scrape(store);

  expect(values.get('queue_oldest_due_seconds')).toBe(0);
  expect(values.get('email_messages_waiting')).toBe(0);
  expect(values.get('email_oldest_waiting_seconds')).toBe(0);
  expect(values.has('worker_heartbeat_age_seconds')).toBe(false);
});

test('jobs are counted by task and state, once in ten seconds', async () => {
  await addJob('send_email', `run_at = now() + interval '1 hour'`);
  await addJob('send_email', `run_at = now() - interval '70 seconds'`, 10);
  await addJob('count_sales', `locked_at = now(), locked_by = 'w', run_at = now() - interval '1 day'`);
  await addJob('count_sales', `attempts = max_attempts, run_at = now() - interval '2 days'`);

  expect((await scrape(store)).get('queue_jobs{task="send_email",state="waiting"}') ?? 0).toBe(0);
  const values = await scrapeLater();

  expect(values.get('queue_jobs{task="send_email",state="waiting"}')).toBe(2);
  expect(values.get('queue_jobs{task="send_email",state="failed"}')).toBe(0);
  expect(values.get('queue_jobs{task="count_sales",state="running"}')).toBe(1);
  expect(values.get('queue_jobs{task="count_sales",state="failed"}')).toBe(1);
  // Neither a running, nor a failed, nor a later job is due.
  expect(values.get('queue_oldest_due_seconds')).toBeGreaterThanOrEqual(70);
  expect(values.get('queue_oldest_due_seconds')).toBeLessThan(300);
});

test('emails are counted by what became of them, failed ones for a day', async () => {
  await addEmail('queued', '2 minutes');
  await addEmail('queued', '1 minute');
  await addEmail('failed', '26 hours');
  await addEmail('failed', '50 hours');
  await addEmail('sent', '3 minutes');

  const values = await scrapeLater();

  expect(values.get('email_messages_waiting')).toBe(2);
  expect(values.get('email_oldest_waiting_seconds')).toBeGreaterThanOrEqual(120);
  expect(values.get('email_oldest_waiting_seconds')).toBeLessThan(300);
  expect(values.get('email_messages_failed')).toBe(1);
});

test('a dead worker is visible by the age of its last heartbeat', async () => {
  await sql.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('count_sales', now() - interval '1 day', now() - interval '10 minutes')`,
  );

  const age = (await scrapeLater()).get('worker_heartbeat_age_seconds');

  expect(age).toBeGreaterThanOrEqual(600);
  expect(age).toBeLessThan(900);
});
