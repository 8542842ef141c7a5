import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/test-store.ts';
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

test('the process ends with 1 and names the pool of which no client has come back for two minutes', async () => {
  const clients = [await pool.connect(), await pool.connect()];

  vi.advanceTimersByTime(2 * MINUTES);

  expect(() => vi.advanceTimersByTime(10_000)).toThrow('ended with 1');
  expect(fatal).toHaveBeenCalledWith({ pool: 'jobs' }, expect.stringContaining('has come back'));
  for (const client of clients) client.release();
});

test('the process goes on while the pool is idle, and while its clients keep coming back', async () => {
  vi.advanceTimersByTime(10 * MINUTES);
  const [first, second] = [await pool.connect(), await pool.connect()];
  vi.advanceTimersByTime(1.5 * MINUTES);
  first.release();
  const third = await pool.connect();

  expect(() => vi.advanceTimersByTime(1.5 * MINUTES)).not.toThrow();
  for (const client of [second, third]) client.release();
});
