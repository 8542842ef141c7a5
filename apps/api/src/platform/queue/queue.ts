import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import { createProducerSpan, inProducerSpan } from '#platform/job-spans.ts';
import { withContext } from '#platform/request-context.ts';

type JobOptions = {
  /** A second job with the same key replaces the first while that is still queued. */
  key?: string;
  maxAttempts?: number;
  /** ISO 8601; not before this time. */
  runAt?: string;
  /** Of the jobs of one runner, those with a higher number run later. Default: 0. */
  priority?: number;
};

/** Of work that staff start and that can take minutes: what follows from a single edit runs before it. */
export const BULK_PRIORITY = 10;

export type Job = Omit<JobOptions, 'runAt' | 'priority'> & { task: string; payload: object };

/** Enqueues a job that exists if and only if the transaction commits. It carries the id of the request that caused it. */
export async function enqueue(
  tx: Db,
  task: string,
  payload: object,
  { key, maxAttempts, runAt, priority }: JobOptions = {},
) {
  await inProducerSpan(task, (trace) =>
    tx.run(count('queue.addJob')`
    select from graphile_worker.add_job(${task}, ${JSON.stringify(withContext(payload, trace))}::json,
                                        job_key => ${key ?? null}, max_attempts => ${maxAttempts ?? null},
                                        run_at => ${runAt ?? null}::timestamptz, priority => ${priority ?? null})`),
  );
}

/** The same for jobs of several tasks, in one call: most of what a job costs, the call costs. */
export const enqueueTogether = (jobs: Job[]) =>
  count('queue.addJobs')`
    select from graphile_worker.add_jobs(array(
      select row(job ->> 'task', job -> 'payload', null, null, (job ->> 'maxAttempts')::smallint, job ->> 'key', null, null)
               ::graphile_worker.job_spec
        from json_array_elements(${JSON.stringify(jobs.map(withContextAndSpan))}::json) job))`;

const withContextAndSpan = ({ task, payload, ...options }: Job) => ({
  task,
  payload: withContext(payload, createProducerSpan(task)),
  ...options,
});

/** The same for many jobs of one task. Jobs with a higher `priority` number run later. */
export async function enqueueAll(
  tx: Db,
  task: string,
  payloads: object[],
  { maxAttempts, priority }: { maxAttempts: number; priority: number },
) {
  await inProducerSpan(task, (trace) =>
    tx.run(count('queue.addJobsOfTask')`
    select from graphile_worker.add_jobs(array(
      select row(${task}, payload, null, null, ${maxAttempts}::smallint, null, ${priority}::smallint, null)
               ::graphile_worker.job_spec
        from json_array_elements(${JSON.stringify(payloads.map((payload) => withContext(payload, trace)))}::json) payload))`),
  );
}

/** Removes queued jobs by a field of their payload. The queue is short, so it is scanned. */
export async function dropJobs(tx: Db, field: string, values: string[]) {
  await tx.run(count('queue.completeJobs')`
    select from graphile_worker.complete_jobs(
      array(select id from graphile_worker._private_jobs where payload ->> ${field} = any (${values})))`);
}
