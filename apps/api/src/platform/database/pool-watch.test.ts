import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#test/test-store.ts';
import { exitWhenPoolIsLost } from './pool-watch.ts';

const pool = new pg.Pool({ connectionString: await createTestDatabase(), max: 2, idleTimeoutMillis: 0 });
afterAll(() => pool.end());
const MINUTES = 60_000;
const fatal = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval'] });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`ended with ${code}`);
  });
  exitWhenPoolIsLost({ jobs: pool }, { fatal });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  fatal.mockClear();
});

test('exits with 1 and logs the name of a pool when none of its clients was released for two minutes', async () => {
  const clients = [await pool.connect(), await pool.connect()];

  vi.advanceTimersByTime(2 * MINUTES);

  expect(() => vi.advanceTimersByTime(10_000)).toThrow('ended with 1');
  expect(fatal).toHaveBeenCalledWith({ pool: 'jobs' }, expect.stringContaining('was released'));
  for (const client of clients) client.release();
});

test('keeps running while the pool is idle and while its clients are released', async () => {
  vi.advanceTimersByTime(10 * MINUTES);
  const [first, second] = [await pool.connect(), await pool.connect()];
  vi.advanceTimersByTime(1.5 * MINUTES);
  first.release();
  const third = await pool.connect();

  expect(() => vi.advanceTimersByTime(1.5 * MINUTES)).not.toThrow();
  for (const client of [second, third]) client.release();
});
