import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchWorker } from './worker-health.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

function aRunner() {
  let [resolve, reject] = [() => {}, (_error: Error) => {}];
  const promise = new Promise<void>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve: () => resolve(), reject: (error: Error) => reject(error) };
}

/** Two runners, a database that answers while `database.up`, and the errors of runners that stopped. */
function aWorker() {
  const database = { up: true };
  const worker = watchWorker(async () => {
    if (!database.up) throw new Error('The database is unavailable.');
  });
  const runners = [aRunner(), aRunner()];
  const stops: unknown[] = [];
  return {
    ...worker,
    database,
    runners,
    stops,
    start: () => worker.watchRunners(runners, (error) => stops.push(error)),
    status: () => worker.checkReadiness().body.status,
  };
}

describe('a worker', () => {
  test('is ready once its runners have started and the database has answered', async () => {
    const worker = aWorker();
    await seconds(1);
    expect([worker.isLive(), worker.checkReadiness()]).toEqual([true, { ready: false, body: { status: 'starting' } }]);

    worker.start();
    await seconds(0);

    expect([worker.isLive(), worker.checkReadiness()]).toEqual([true, { ready: true, body: { status: 'ready' } }]);
  });

  test('is not ready when the database has not answered for 30 seconds, and recovers', async () => {
    const worker = aWorker();
    worker.start();
    await seconds(0);

    worker.database.up = false;
    await seconds(30);
    expect(worker.status()).toBe('ready');
    await seconds(1);
    expect([worker.isLive(), worker.status()]).toEqual([true, 'database unavailable']);

    worker.database.up = true;
    await seconds(10);
    expect(worker.status()).toBe('ready');
  });

  test('is not live after one of its runners has stopped', async () => {
    const worker = aWorker();
    worker.start();
    const error = new Error('lost');

    worker.runners[1]?.reject(error);
    await seconds(0);

    expect([worker.isLive(), worker.status(), worker.stops]).toEqual([false, 'stopped', [error]]);
  });

  test('that is shutting down is live and not ready, also when its runners have stopped', async () => {
    const worker = aWorker();
    worker.start();

    worker.startDraining();
    worker.runners[0]?.resolve();
    await seconds(0);

    expect([worker.isLive(), worker.status(), worker.stops]).toEqual([true, 'draining', []]);
  });
});
