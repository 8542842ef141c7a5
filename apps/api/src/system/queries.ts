import { number, orNull, text, timestamp } from '#platform/database/row.ts';
import { all, count, first, one } from '#platform/database/sql.ts';

const COUNT_LIMIT = 10_001;
const FAILED_SHOWN = 50;

/** `schema` is null before the first migration, `workerSeenAt` before the first worker. */
export const findSystemInfo = () =>
  one('system.findSystemInfo', { postgres: text, schema: orNull(text), workerSeenAt: orNull(timestamp) })`
    select current_setting('server_version') as postgres,
           (select name from schema_migrations order by name desc limit 1) as schema,
           (select max(last_execution) from graphile_worker._private_known_crontabs) as worker_seen_at`;

/** Counted up to 10,001: of a longer queue the exact number does not matter. */
export const countQueuedByTask = () =>
  all('system.countQueued', { task: text, jobs: number })`
    select t.identifier as task, count(*) as jobs
      from (select task_id from graphile_worker._private_jobs where attempts < max_attempts limit ${COUNT_LIMIT}) j
      join graphile_worker._private_tasks t on t.id = j.task_id
     group by 1 order by 2 desc, 1`;

export const findOldestDue = () =>
  first('system.findOldestDue', { runAt: timestamp })`
    select run_at from graphile_worker._private_jobs where is_available and run_at <= now()
     order by run_at limit 1`;

const failedJob = { id: text, task: text, attempts: number, error: text, at: timestamp };

/** Jobs without attempts left. Their payload is not returned: it may contain secrets. */
export const listFailedJobs = () =>
  all('system.listFailedJobs', failedJob)`
    select j.id::text as id, t.identifier as task, j.attempts, left(coalesce(j.last_error, ''), 500) as error,
           j.updated_at as at
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null
     order by j.id desc limit ${FAILED_SHOWN}`;

/** Locked until the transaction ends. */
export const lockFailedJob = (id: string) =>
  first('system.lockFailedJob', { task: text, attempts: number })`
    select t.identifier as task, j.attempts
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.id = ${id}::bigint and j.attempts >= j.max_attempts and j.locked_at is null
       for update of j`;

export const restartJob = (id: string) =>
  count('system.restartJob')`
    select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`;

export const removeJob = (id: string) =>
  count('system.removeJob')`select from graphile_worker.complete_jobs(array[${id}::bigint])`;
