import { Logger, run } from 'graphile-worker';
import { afterEach, expect, test, vi } from 'vitest';
import { taskList } from '#tasks.ts';
import { createTestStore } from '#test/test-store.ts';
import { freeAbandonedJobs, HEARTBEAT_MS } from './abandoned-jobs.ts';
import { enqueue } from './queue.ts';

const { db, sql, redis, provider, disk, config } = await createTestStore();
const { publicOrigin, authSecret, erasuresDir } = config;

const workers = new Set<{ stop: () => Promise<void> }>();
afterEach(async () => {
  vi.useRealTimers();
  for (const worker of workers) await worker.stop();
  await sql.query('delete from graphile_worker._private_jobs');
});

/** A worker that runs one job at a time. Its mailer accepts a message and blocks until the test calls `finish`. */
async function aWorker() {
  // Heartbeats are sent only when the test advances the clock; otherwise the worker acts like a stopped process.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sent: string[] = [];
  let finish = () => {};
  const released = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const mailer = {
    send: async ({ to }: { to: string }) => {
      sent.push(to);
      await released;
    },
    close: () => {},
  };
  const log = { error: () => {} };
  const { send_email } = taskList({
    db,
    log,
    mailer,
    provider,
    redis,
    disk,
    publicOrigin,
    authSecret,
    erasuresDir,
  });
  const runner = await run({
    pgPool: sql,
    taskList: { send_email },
    concurrency: 1,
    pollInterval: 50,
    noHandleSignals: true,
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => () => {}),
  });
  const worker = {
    sent,
    finish: () => finish(),
    /** Finishes the current job and takes no other. */
    async stop() {
      workers.delete(worker);
      const stopped = runner.stop();
      finish();
      await stopped;
    },
  };
  workers.add(worker);
  return worker;
}

async function insertEmail(to: string) {
  const { rows } = await sql.query<{ id: string }>(
    `insert into email_messages (message_id, kind, to_email, subject) values (gen_random_uuid(), 'account_deleted', $1, '')
     returning id`,
    [to],
  );
  return rows[0]?.id;
}
const queueEmail = async (to: string, key = to) =>
  enqueue(db, 'send_email', { emailId: await insertEmail(to) }, { key });

const countJobs = async (where = 'true') =>
  (await sql.query(`select from graphile_worker._private_jobs where ${where}`)).rowCount;
const eventually = (happened: () => boolean | Promise<boolean>) =>
  vi.waitUntil(happened, { timeout: 30_000, interval: 20 });

/** Makes the lock of the running job as old as one that was not renewed for three minutes. */
const letLockAge = () =>
  sql.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes' where locked_at is not null`,
  );
const isLockRenewed = async () => (await countJobs(`locked_at > now() - interval '1 minute'`)) === 1;

test('a job that runs longer than the limit is not freed while its worker sends heartbeats', async () => {
  const first = await aWorker();
  await queueEmail('slow@example.com');
  await eventually(() => first.sent.length === 1);
  await letLockAge();

  vi.advanceTimersByTime(HEARTBEAT_MS);
  await eventually(isLockRenewed);
  await freeAbandonedJobs(db);
  const second = await aWorker();
  second.finish();
  await queueEmail('next@example.com');
  await eventually(async () => second.sent.includes('next@example.com') && (await countJobs()) === 1);
  first.finish();
  await eventually(async () => (await countJobs()) === 0);

  expect(first.sent).toEqual(['slow@example.com']);
  expect(second.sent).toEqual(['next@example.com']);
});

test('a job whose worker sends no heartbeat is freed and run by another worker', async () => {
  const first = await aWorker();
  await queueEmail('stopped@example.com');
  await eventually(() => first.sent.length === 1);
  await letLockAge();
  await freeAbandonedJobs(db);

  const second = await aWorker();
  second.finish();
  await eventually(async () => (await countJobs()) === 0);

  expect(second.sent).toEqual(['stopped@example.com']);
});

test('a worker that resumes and completes a lost job does not delete a newer job with the same key', async () => {
  const first = await aWorker();
  await queueEmail('before@example.com', 'key');
  await eventually(() => first.sent.length === 1);
  await letLockAge();
  await freeAbandonedJobs(db);
  await queueEmail('since@example.com', 'key');

  await first.stop();
  const second = await aWorker();
  second.finish();
  await eventually(async () => (await countJobs()) === 0);

  expect(second.sent).toEqual(['since@example.com']);
});

test('a heartbeat does not reclaim a job that was freed for another worker', async () => {
  const first = await aWorker();
  await queueEmail('lost@example.com');
  await eventually(() => first.sent.length === 1);
  await letLockAge();
  await freeAbandonedJobs(db);

  vi.advanceTimersByTime(HEARTBEAT_MS);
  const second = await aWorker();
  await eventually(() => second.sent.length === 1);

  expect(second.sent).toEqual(['lost@example.com']);
});
