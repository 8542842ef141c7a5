import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import type { Tasks } from './tasks.ts';

/** These may take their time on a large shop; everything else is done in seconds. */
const LONG = ['count_search_words', 'settle_facets', 'delete_old_mails'];

/**
 * A worker that dies, or loses its connection just when it reports a job done, leaves the job locked; the queue itself
 * would wait four hours. Tasks are harmless when repeated, so two minutes are enough.
 */
async function freeAbandonedJobs(db: Db) {
  await db.execute(sql`
    update graphile_worker._private_jobs j set locked_at = null, locked_by = null
      from graphile_worker._private_tasks t
     where t.id = j.task_id
       and j.locked_at < now() - case when t.identifier in ${LONG} then interval '1 hour' else interval '2 minutes' end`);
}

export const queueTasks: Tasks = {
  free_abandoned_jobs: (_payload, { db }) => freeAbandonedJobs(db),
};
