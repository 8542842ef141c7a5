import { Gauge, type Registry } from '@shop/telemetry/metrics';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#platform/database/db.ts';
import { number, oneOf, orNull, text } from '#platform/database/row.ts';
import { all, one } from '#platform/database/sql.ts';
import { memoizeFor } from '#platform/memoize.ts';

/** A second scraper, or a short interval, adds no statements. */
const MEMOIZED_MS = 10_000;

/** Queue, emails and worker as the database has them: the same in every API process, absent without a database. */
export function measureQueue(register: Registry, db: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
  const readings = memoizeFor(MEMOIZED_MS, () =>
    readAll(db).catch((error: unknown) => {
      log.warn({ err: error }, 'The metrics lack queue, emails and worker: the database did not answer.');
      return undefined;
    }),
  );

  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs by task and state, of the first 100,000 in the queue.',
    labelNames: ['task', 'state'],
    registers: [register],
    async collect() {
      this.reset();
      for (const { task, state, jobs } of (await readings())?.jobs ?? []) this.set({ task, state }, jobs);
    },
  });
  const gauge = (name: string, help: string, read: (all: Readings) => number | null | undefined) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const all = await readings();
        const value = all && read(all);
        // `reset` would export a 0.
        if (typeof value === 'number') this.set(value);
        else this.remove();
      },
    });
  gauge(
    'queue_oldest_due_seconds',
    'How long the job that is due for longest has waited.',
    (all) => all.oldestDue.seconds,
  );
  gauge(
    'worker_heartbeat_age_seconds',
    'Seconds since a worker last ran the schedule, which it does every minute.',
    (all) => all.heartbeat.seconds,
  );
  gauge('email_messages_waiting', 'Emails to be sent, counted up to 100,000.', (all) => all.emails.waiting);
  gauge('email_oldest_waiting_seconds', 'Age of the oldest email to be sent.', (all) => all.emails.oldestSeconds);
  gauge('email_messages_failed', 'Emails given up in the last 24 hours.', (all) => all.emails.failed);
}

type Readings = Awaited<ReturnType<typeof readAll>>;

/** One after the other: all of them use the connection of the health checks. */
const readAll = async (db: Db) => ({
  jobs: await db.run(countJobs()),
  oldestDue: await db.run(findOldestDueAge()),
  heartbeat: await db.run(findWorkerHeartbeatAge()),
  emails: await db.run(countUnsentEmails()),
});

/** No statement reads more rows than this, however long the queue is: counts end there. */
const COUNT_LIMIT = 100_000;

const JOB_STATES = ['waiting', 'running', 'failed'] as const;

/** A row for every task and state, also those without a job. The queue has no index for the failed ones. */
const countJobs = () =>
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
const findOldestDueAge = () =>
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
const findWorkerHeartbeatAge = () =>
  one('system.findHeartbeatAge', { seconds: orNull(number) })`
    select extract(epoch from now() - max(coalesce(last_execution, known_since))) as seconds
      from graphile_worker._private_known_crontabs`;

/**
 * From the partial index of unsent emails, oldest first. An email is given up about a day after it was created: those of
 * the last two days that failed are the failures of the last 24 hours.
 */
const countUnsentEmails = () =>
  one('system.countUnsentEmails', { waiting: number, failed: number, oldestSeconds: number })`
    select (select count(*) from (select from email_messages where status = 'queued' limit ${COUNT_LIMIT}) queued)
             as waiting,
           (select count(*)
              from (select status from email_messages
                     where status in ('queued', 'failed') and created_at > now() - interval '2 days'
                     order by created_at limit ${COUNT_LIMIT}) recent where status = 'failed') as failed,
           coalesce((select extract(epoch from now() - created_at) from email_messages where status = 'queued'
                      order by created_at limit 1), 0) as oldest_seconds`;
