import { number, oneOf, orNull, text } from '#platform/database/row.ts';
import { all, one } from '#platform/database/sql.ts';

/** No statement reads more rows than this, however long the queue is: counts end there. */
const COUNT_LIMIT = 100_000;

const JOB_STATES = ['waiting', 'running', 'failed'] as const;

/** A row for every task and state, also those without a job. The queue has no index for the failed ones. */
export const countJobs = () =>
  all('system.countJobs', { task: text, state: oneOf(JOB_STATES), jobs: number })`
    with counted as (
      select task_id, case when locked_at is not null then 'running' when attempts < max_attempts then 'waiting'
                      else 'failed' end as state, count(*) as jobs
        from (select task_id, locked_at, attempts, max_attempts from graphile_worker._private_jobs
               limit ${COUNT_LIMIT}) job
       group by 1, 2)
    select t.identifier as task, known.state, coalesce(jobs, 0) as jobs
      from graphile_worker._private_tasks t cross join unnest(${JOB_STATES}::text[]) known (state)
      left join counted on counted.task_id = t.id and counted.state = known.state`;

/** 0 if nothing is due. The index is by priority, of which there are few: one entry of each is read. */
export const findOldestDueAge = () =>
  one('system.findOldestDueAge', { seconds: number })`
    with recursive first_job as (
      (select priority, run_at from graphile_worker._private_jobs where is_available
        order by priority, run_at limit 1)
      union all
      select next_job.*
        from first_job, lateral (
          select priority, run_at from graphile_worker._private_jobs
           where is_available and priority > first_job.priority order by priority, run_at limit 1) next_job)
    select coalesce(extract(epoch from now() - min(run_at)), 0) as seconds from first_job where run_at <= now()`;

/** Seconds since the schedule of a worker was last active, which happens every minute. Null before the first start. */
export const findWorkerHeartbeatAge = () =>
  one('system.findHeartbeatAge', { seconds: orNull(number) })`
    select extract(epoch from now() - max(coalesce(last_execution, known_since))) as seconds
      from graphile_worker._private_known_crontabs`;

/**
 * From the partial index of unsent emails, oldest first. An email is given up about a day after it was created: those of
 * the last two days that failed are the failures of the last 24 hours.
 */
export const countUnsentEmails = () =>
  one('system.countUnsentEmails', { waiting: number, failed: number, oldestSeconds: number })`
    select (select count(*) from (select from email_messages where status = 'queued' limit ${COUNT_LIMIT}) queued)
             as waiting,
           (select count(*)
              from (select status from email_messages
                     where status in ('queued', 'failed') and created_at > now() - interval '2 days'
                     order by created_at limit ${COUNT_LIMIT}) recent where status = 'failed') as failed,
           coalesce((select extract(epoch from now() - created_at) from email_messages where status = 'queued'
                      order by created_at limit 1), 0) as oldest_seconds`;
