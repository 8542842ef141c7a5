import { systemMessages } from '@shop/contracts/system/messages';
import type { SystemReport } from '@shop/contracts/system/schema';
import { type AuditActor, record } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { number, orNull, text, timestamp } from '#platform/database/row.ts';
import { all, count, first, one } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';
import { listCheckResults } from './invariant-queries.ts';
import { RULES } from './statement-queries.ts';

const STARTED = new Date().toISOString();

type RuntimeInfo = { version: string; redis: boolean };

export async function reportSystem(db: Db, { version, redis }: RuntimeInfo): Promise<SystemReport> {
  const queriedAt = performance.now();
  const systemInfo = await db.run(findSystemInfo());
  const databaseMs = Math.round((performance.now() - queriedAt) * 10) / 10;
  const [byTask, oldest, failedJobs, checkResults] = await Promise.all([
    db.run(countQueuedByTask()),
    db.run(findOldestDue()),
    db.run(listFailedJobs()),
    db.run(listCheckResults()),
  ]);
  const [first] = checkResults;
  return {
    version,
    node: process.versions.node,
    postgres: systemInfo.postgres,
    schema: systemInfo.schema ?? '',
    startedAt: STARTED,
    databaseMs,
    redis,
    workerSeenAt: systemInfo.workerSeenAt && toIso(systemInfo.workerSeenAt),
    queue: {
      waiting: byTask.reduce((sum, { jobs }) => sum + jobs, 0),
      oldestDueAt: oldest ? toIso(oldest.runAt) : null,
      byTask,
    },
    failedJobs: failedJobs.map((job) => ({ ...job, at: toIso(job.at) })),
    rules: checkResults.map(({ invariant: id, violations }) => ({ id, rule: RULES.get(id) ?? id, violations })),
    checkedAt: first ? new Date(Date.now() - first.age * 1_000).toISOString() : null,
  };
}

export async function retryJob(tx: Db, actor: AuditActor, id: string) {
  const before = await getFailedJob(tx, id);
  await tx.run(restartJob(id));
  await record(tx, actor, {
    action: 'job.retry',
    entity: 'job',
    entityId: id,
    before,
    after: { ...before, attempts: 0 },
  });
}

export async function dropJob(tx: Db, actor: AuditActor, id: string) {
  const before = await getFailedJob(tx, id);
  await tx.run(removeJob(id));
  await record(tx, actor, { action: 'job.remove', entity: 'job', entityId: id, before, after: null });
}

async function getFailedJob(tx: Db, id: string) {
  const job = await tx.run(lockFailedJob(id));
  if (!job) throw new DomainError('not_found', 'job_not_found', systemMessages.jobNotFound);
  return job;
}

const COUNT_LIMIT = 10_001;
const FAILED_SHOWN = 50;

/** `schema` is null before the first migration, `workerSeenAt` before the first worker. */
export const findSystemInfo = () =>
  one('system.findSystemInfo', { postgres: text, schema: orNull(text), workerSeenAt: orNull(timestamp) })`
    select current_setting('server_version') as postgres,
           (select name from schema_migrations order by name desc limit 1) as schema,
           (select max(last_execution) from graphile_worker._private_known_crontabs) as worker_seen_at`;

/** Counted up to 10,001: of a longer queue the exact number does not matter. */
const countQueuedByTask = () =>
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
const lockFailedJob = (id: string) =>
  first('system.lockFailedJob', { task: text, attempts: number })`
    select t.identifier as task, j.attempts
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.id = ${id}::bigint and j.attempts >= j.max_attempts and j.locked_at is null
       for update of j`;

const restartJob = (id: string) =>
  count('system.restartJob')`
    select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`;

const removeJob = (id: string) =>
  count('system.removeJob')`select from graphile_worker.complete_jobs(array[${id}::bigint])`;
