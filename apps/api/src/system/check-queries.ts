import { bool } from '#platform/database/row.ts';
import { count, one } from '#platform/database/sql.ts';

/** Until the transaction ends. */
export const tryLock = (name: string) =>
  one('system.tryLock', { alone: bool })`select pg_try_advisory_xact_lock(hashtext(${name})) as alone`;

/** For a transaction that only holds a lock. */
export const allowIdling = () => count('system.allowIdling')`set local idle_in_transaction_session_timeout = 0`;

export const allowFullCheck = () =>
  count('system.allowFullCheck')`
    select from set_config('work_mem', '192MB', true) memory,
                set_config('max_parallel_workers_per_gather', '0', true) workers`;
