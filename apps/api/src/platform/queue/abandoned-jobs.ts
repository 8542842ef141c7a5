import type { Job } from 'graphile-worker';
import type { Db } from '#platform/database/db.ts';
import { count } from '#platform/database/sql.ts';
import type { Tasks } from './tasks.ts';

/** A job whose lock was not renewed for this long counts as abandoned: after six missed heartbeats. */
const LEASE_MS = 120_000;
export const HEARTBEAT_MS = 20_000;

/**
 * A worker that dies, hangs, or loses its connection while it reports a job as done leaves the job locked; the queue
 * itself would wait four hours. The job gets a new id: the queue completes a job by its id alone, so that a worker
 * which resumes would delete what was queued under the same key since.
 */
export const freeAbandonedJobs = (db: Db, leaseMs = LEASE_MS) =>
  db.run(count('queue.freeAbandoned')`
    update graphile_worker._private_jobs set id = default, locked_at = null, locked_by = null
     where locked_at < now() - ${leaseMs} * interval '1 millisecond'`);

export const queueTasks: Tasks = {
  async free_abandoned_jobs(_payload, { db }) {
    await freeAbandonedJobs(db);
  },
};

/** Renews the job's lock for as long as the work runs. */
export async function runWithHeartbeat<T>(db: Db, job: Job, work: () => Promise<T>, heartbeatMs = HEARTBEAT_MS) {
  // A failed renewal is ignored: the next one follows.
  const heartbeat = setInterval(() => renewLock(db, job).catch(() => {}), heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}

/** Only its own lock: a job that was freed and taken by another worker is not reclaimed. */
const renewLock = async (db: Db, { id, locked_by }: Job) => {
  await db.run(count('queue.renewLock')`
    update graphile_worker._private_jobs set locked_at = now() where id = ${id} and locked_by = ${locked_by}`);
};
