import type { FailedJob } from '@shop/contracts/operations/schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

const COUNT_LIMIT = 10_001;
const FAILED_SHOWN = 50;

type SystemInfo = { postgres: string; schema: string; workerSeenAt: string | null };

export async function findSystemInfo(db: Db) {
  const { rows } = await db.execute<SystemInfo>(sql`
    select current_setting('server_version') as postgres,
           (select name from schema_migrations order by name desc limit 1) as schema,
           (select max(last_execution) from graphile_worker._private_known_crontabs) as "workerSeenAt"`);
  return rows[0];
}

/** Counted up to 10,001: of a longer queue the exact number does not matter. */
export async function countQueuedByTask(db: Db) {
  const { rows } = await db.execute<{ task: string; jobs: number }>(sql`
    select t.identifier as task, count(*)::int as jobs
      from (select task_id from graphile_worker._private_jobs where attempts < max_attempts limit ${COUNT_LIMIT}) j
      join graphile_worker._private_tasks t on t.id = j.task_id
     group by 1 order by 2 desc, 1`);
  return rows;
}

export async function findOldestDue(db: Db) {
  const { rows } = await db.execute<{ runAt: string }>(sql`
    select run_at as "runAt" from graphile_worker._private_jobs where is_available and run_at <= now()
     order by run_at limit 1`);
  return rows[0]?.runAt;
}

type FailedJobRow = Omit<FailedJob, 'at'> & { at: string };

/** Jobs without attempts left. Their payload is not returned: it may contain secrets. */
export async function listFailedJobs(db: Db) {
  const { rows } = await db.execute<FailedJobRow>(sql`
    select j.id::text as id, t.identifier as task, j.attempts::int as attempts,
           left(coalesce(j.last_error, ''), 500) as error, j.updated_at as at
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.attempts >= j.max_attempts and j.locked_at is null
     order by j.id desc limit ${FAILED_SHOWN}`);
  return rows;
}

/** Locked until the transaction ends. */
export async function lockFailedJob(tx: Db, id: string) {
  const { rows } = await tx.execute<{ task: string; attempts: number }>(sql`
    select t.identifier as task, j.attempts::int as attempts
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.id = ${id}::bigint and j.attempts >= j.max_attempts and j.locked_at is null
       for update of j`);
  return rows[0];
}

export const restartJob = (tx: Db, id: string) =>
  tx.execute(sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`);

export const removeJob = (tx: Db, id: string) =>
  tx.execute(sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`);
