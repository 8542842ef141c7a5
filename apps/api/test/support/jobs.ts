import type { TestStore } from './harness.ts';

type Payload = { refundId?: string; emailId?: string; meta?: { requestId?: string } };
type QueuedJob = { id: string; payload: Payload };

/** The jobs of a task, or of all, that are not done, oldest first. */
export async function queuedJobs({ sql }: Pick<TestStore, 'sql'>, task?: string) {
  const { rows } = await sql.query<QueuedJob>(
    `select j.id::text, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
      where $1::text is null or t.identifier = $1 order by j.id`,
    [task],
  );
  return rows;
}

/** Runs the jobs, by default all, as if the time until their next attempt had passed. */
export async function runQueuedJobs({ sql, work }: Pick<TestStore, 'sql' | 'work'>, jobs?: QueuedJob[]) {
  const ids = (jobs ?? (await queuedJobs({ sql }))).map(({ id }) => id);
  await sql.query('select graphile_worker.reschedule_jobs($1::bigint[], run_at => now())', [ids]);
  await work();
}

/** The same for the refund jobs of these customers. */
export async function runRefundJobsOf(shop: Pick<TestStore, 'sql' | 'work'>, userIds: string[]) {
  const { rows } = await shop.sql.query<{ id: string }>(
    `select r.id from refunds r join payments p on p.id = r.payment_id join checkouts c on c.id = p.checkout_id
      where c.user_id = any ($1)`,
    [userIds],
  );
  const jobs = await queuedJobs(shop, 'refund_payment');
  await runQueuedJobs(
    shop,
    jobs.filter(({ payload }) => rows.some(({ id }) => id === payload.refundId)),
  );
}
