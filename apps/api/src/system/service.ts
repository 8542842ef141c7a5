import { systemMessages } from '@shop/contracts/system/messages';
import type { SystemReport } from '@shop/contracts/system/schema';
import { type AuditActor, record } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';
import { listCheckResults } from './invariant-queries.ts';
import {
  countQueuedByTask,
  findOldestDue,
  findSystemInfo,
  listFailedJobs,
  lockFailedJob,
  removeJob,
  restartJob,
} from './queries.ts';
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
