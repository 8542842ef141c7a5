import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';

type JobOptions = {
  /** A second job of the same key takes the place of the first while that still waits. */
  key?: string;
  maxAttempts?: number;
};

/** Background work that exists if, and only if, the transaction that asked for it is kept. */
export async function enqueue(tx: Db, task: string, payload: object, { key, maxAttempts }: JobOptions = {}) {
  await tx.execute(sql`
    select from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null},
                                        max_attempts => ${maxAttempts ?? null})`);
}

/** The same for many of one kind. Those of a higher `priority` wait for the others. */
export async function enqueueAll(
  tx: Db,
  task: string,
  payloads: object[],
  { maxAttempts, priority }: { maxAttempts: number; priority: number },
) {
  await tx.execute(sql`
    select from graphile_worker.add_jobs(array(
      select row(${task}, payload, null, null, ${maxAttempts}::smallint, null, ${priority}::smallint, null)
               ::graphile_worker.job_spec
        from json_array_elements(${JSON.stringify(payloads)}::json) payload))`);
}

/** Takes back waiting jobs by what they are about. The queue is short, so it is read through. */
export async function dropJobs(tx: Db, field: string, values: string[]) {
  await tx.execute(sql`
    select from graphile_worker.complete_jobs(
      array(select id from graphile_worker._private_jobs where payload ->> ${field} = any (${sql.param(values)})))`);
}
