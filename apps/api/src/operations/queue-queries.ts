import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

/** No statement reads more rows than this, however long the queue is: counts end there. */
const COUNT_LIMIT = 100_000;

const JOB_STATES = ['waiting', 'running', 'failed'] as const;
type JobCount = { task: string; state: (typeof JOB_STATES)[number]; jobs: number };

/** A row for every task and state, also those without a job. The queue has no index for the failed ones. */
export async function countJobs(db: Db) {
  const { rows } = await db.execute<JobCount>(sql`
    with counted as (
      select task_id, case when locked_at is not null then 'running' when attempts < max_attempts then 'waiting'
                      else 'failed' end as state, count(*) as jobs
        from (select task_id, locked_at, attempts, max_attempts from graphile_worker._private_jobs
               limit ${COUNT_LIMIT}) job
       group by 1, 2)
    select t.identifier as task, known.state, coalesce(jobs, 0)::int as jobs
      from graphile_worker._private_tasks t cross join unnest(${sql.param(JOB_STATES)}::text[]) known (state)
      left join counted on counted.task_id = t.id and counted.state = known.state`);
  return rows;
}

/** 0 if nothing is due. The index is by priority, of which there are few: one entry of each is read. */
export async function findOldestDueSeconds(db: Db) {
  const { rows } = await db.execute<{ age: number }>(sql`
    with recursive first_job as (
      (select priority, run_at from graphile_worker._private_jobs where is_available
        order by priority, run_at limit 1)
      union all
      select next_job.*
        from first_job, lateral (
          select priority, run_at from graphile_worker._private_jobs
           where is_available and priority > first_job.priority order by priority, run_at limit 1) next_job)
    select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as age from first_job where run_at <= now()`);
  return rows[0]?.age ?? 0;
}

/** Seconds since the schedule of a worker was last active, which happens every minute. Null before the first start. */
export async function findWorkerHeartbeatAge(db: Db) {
  const { rows } = await db.execute<{ age: number | null }>(sql`
    select extract(epoch from now() - max(coalesce(last_execution, known_since)))::float8 as age
      from graphile_worker._private_known_crontabs`);
  return rows[0]?.age ?? null;
}

type EmailCounts = { waiting: number; failed: number; oldestSeconds: number };

/**
 * From the partial index of unsent emails, oldest first. An email is given up about a day after it was created: those of
 * the last two days that failed are the failures of the last 24 hours.
 */
export async function countUnsentEmails(db: Db) {
  const { rows } = await db.execute<EmailCounts>(sql`
    select (select count(*)::int from (select from email_messages where status = 'queued' limit ${COUNT_LIMIT}) queued)
             as waiting,
           (select count(*)::int
              from (select status from email_messages
                     where status in ('queued', 'failed') and created_at > now() - interval '2 days'
                     order by created_at limit ${COUNT_LIMIT}) recent where status = 'failed') as failed,
           coalesce((select extract(epoch from now() - created_at) from email_messages where status = 'queued'
                      order by created_at limit 1), 0)::float8 as "oldestSeconds"`);
  return rows[0];
}
