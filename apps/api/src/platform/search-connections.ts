import { problemMessages, SEARCH_BUSY } from '@shop/contracts/problem';
import type { Pool, PoolClient } from 'pg';
import { DomainError } from './errors.ts';

/** What runs statements: a pool, or one connection of it, which takes them one after the other. */
export type Queries = Pick<Pool, 'query'>;
export type LendConnection = <T>(signal: AbortSignal, work: (connection: Queries) => Promise<T>) => Promise<T>;

/**
 * Of PostgreSQL, for these connections: the statement of a client that left ends within 100 ms, no search takes a second
 * processor, and what is looked up by an index is expected in memory, as it is in a shop that is visited.
 */
export const SEARCH_SETTINGS = {
  client_connection_check_interval: 100,
  max_parallel_workers_per_gather: 0,
  random_page_cost: 1.1,
  work_mem: '16MB',
};

/** So many requests wait for each connection; what comes beyond them is refused at once. */
const WAITING_PER_CONNECTION = 4;
const RETRY_AFTER_SECONDS = 5;

const searchBusy = (cause: unknown) =>
  new DomainError('unavailable', SEARCH_BUSY, problemMessages.searchBusy, {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** No connection came free in time, or a statement took longer than searches may. */
const isTooBusy = (error: unknown) =>
  error instanceof Error &&
  (error.message === 'timeout exceeded when trying to connect' ||
    ('code' in error && (error.code === '57014' || error.code === '55P03')));

/**
 * One connection for each search, from its first statement to its last. When the client leaves, the connection is
 * closed and PostgreSQL ends the statement (`client_connection_check_interval`). No cancel request is sent, so none
 * can come late and end the statement of somebody else.
 */
export function lendConnections(pool: Pool): LendConnection {
  const maxActive = pool.options.max * (1 + WAITING_PER_CONNECTION);
  let active = 0;
  return async (signal, work) => {
    if (active === maxActive) throw searchBusy('The queue is full.');
    active += 1;
    let client: PoolClient | undefined;
    const close = () => void client?.end();
    try {
      client = await pool.connect();
      signal.throwIfAborted();
      signal.addEventListener('abort', close);
      return await work(client);
    } catch (error) {
      if (signal.aborted) throw searchBusy('The client left.');
      throw isTooBusy(error) ? searchBusy(error) : error;
    } finally {
      signal.removeEventListener('abort', close);
      client?.release(signal.aborted);
      active -= 1;
    }
  };
}
