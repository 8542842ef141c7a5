import { Logger, run } from 'graphile-worker';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestStore } from '#test/test-store.ts';
import { freeAbandonedJobs, runWithHeartbeat } from './abandoned-jobs.ts';
import { enqueue } from './queue.ts';

const { db, sql } = await createTestStore();

/** A fiftieth of the lease and the heartbeat of the worker. */
const LEASE_MS = 2_400;
const HEARTBEAT_MS = 400;
const TIMEOUT_MS = 60_000;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Two workers that run a job which ends when the test says so, while abandoned jobs are freed all the time. */
async function runForLeases(leases: number, heartbeatMs: number) {
  let runs = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work = async () => {
    runs += 1;
    await finished;
  };
  const startWorker = () =>
    run({
      pgPool: sql,
      taskList: { slow: (_payload, { job }) => runWithHeartbeat(db, job, work, heartbeatMs) },
      concurrency: 1,
      pollInterval: 50,
      noHandleSignals: true,
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => () => {}),
    });
  const workers = [await startWorker(), await startWorker()];
  stops.push(async () => {
    finish();
    await Promise.all(workers.map((worker) => worker.stop()));
  });
  await enqueue(db, 'slow', {});
  await vi.waitUntil(() => runs === 1, { timeout: TIMEOUT_MS });
  const startedAt = performance.now();
  await vi.waitUntil(
    async () => {
      await freeAbandonedJobs(db, LEASE_MS);
      return performance.now() - startedAt > leases * LEASE_MS;
    },
    { timeout: TIMEOUT_MS, interval: 50 },
  );
  return { runs: () => runs, finish };
}

const countJobs = async () => (await sql.query('select from graphile_worker._private_jobs')).rowCount;

test('a job that runs for three lease lengths is run once, while its worker sends heartbeats', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { runs, finish } = await runForLeases(3, HEARTBEAT_MS);

  expect(runs()).toBe(1);
  finish();
  await vi.waitUntil(async () => (await countJobs()) === 0, { timeout: TIMEOUT_MS });
  expect(runs()).toBe(1);
});

test('a job whose worker sends no heartbeat for one lease length is run again', { timeout: TIMEOUT_MS }, async () => {
  const { runs } = await runForLeases(1, TIMEOUT_MS);

  const isRunAgain = async () => {
    await freeAbandonedJobs(db, LEASE_MS);
    return runs() === 2;
  };
  await vi.waitUntil(isRunAgain, { timeout: TIMEOUT_MS });
});
