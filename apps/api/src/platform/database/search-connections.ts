import { SEARCH_BUSY } from '@shop/contracts/common/constants';
import { problemMessages } from '@shop/contracts/common/messages';
import type { PoolClient } from 'pg';
import { DomainError } from '#platform/errors.ts';
import type { Connection, Db } from './db.ts';
import { errorMessage, hasSqlState } from './errors.ts';

export type LendConnection = <T>(signal: AbortSignal, work: (db: Db) => Promise<T>) => Promise<T>;

/**
 * PostgreSQL settings of these connections: the statement of a disconnected client ends within 100 ms, no search runs
 * in parallel workers, and index lookups are expected to hit the cache, as they do in a store with traffic.
 */
export const SEARCH_SETTINGS = {
  client_connection_check_interval: 100,
  max_parallel_workers_per_gather: 0,
  random_page_cost: 1.1,
  work_mem: '16MB',
};

/** Load shedding: requests beyond this queue length per connection are rejected at once. */
const WAITING_PER_CONNECTION = 4;
const RETRY_AFTER_SECONDS = 5;

const searchBusy = (cause: string) =>
  new DomainError('unavailable', SEARCH_BUSY, problemMessages.searchBusy, {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/** No connection became free in time, or a statement exceeded its timeout. */
const isTooBusy = (error: unknown) =>
  hasSqlState(error, '57014', '55P03') ||
  (error instanceof Error && error.message === 'timeout exceeded when trying to connect');

/**
 * One connection for each search, from its first statement to its last. When the client disconnects, the connection is
 * closed and PostgreSQL ends the statement (`client_connection_check_interval`). No cancel request is sent: a late one
 * could end the statement of another request.
 */
export function lendConnections({ pool, clientDb }: Connection): LendConnection {
  const maxActive = pool.options.max * (1 + WAITING_PER_CONNECTION);
  let active = 0;
  return async (signal, work) => {
    if (active === maxActive) throw searchBusy('The queue is full.');
    active += 1;
    let client: PoolClient | undefined;
    // Not `end` alone: with `pipeline` it waits for the statements that were sent.
    const close = () => {
      void client?.end();
      client?.connection.stream.destroy();
    };
    try {
      client = await pool.connect();
      signal.throwIfAborted();
      signal.addEventListener('abort', close);
      return await work(clientDb(client));
    } catch (error) {
      if (signal.aborted) throw searchBusy('The client disconnected.');
      throw isTooBusy(error) ? searchBusy(errorMessage(error)) : error;
    } finally {
      signal.removeEventListener('abort', close);
      client?.release(signal.aborted);
      active -= 1;
    }
  };
}
