import type { SystemReport } from '@shop/contracts/system';
import { systemMessages } from '@shop/contracts/system-texts';
import type { Db } from '#db.ts';
import type { Actor } from '#platform/access.ts';
import { DomainError } from '#platform/errors.ts';
import { listFindings, RULES } from './queries.ts';
import { findFacts, findOldestDue, listDead, listWaiting, lockDead, removeJob, restartJob } from './queries-system.ts';
import { record } from './service.ts';

const STARTED = new Date().toISOString();
const dated = (moment: string | Date) => new Date(moment).toISOString();

type Surroundings = { version: string; redis: boolean };

export async function reportSystem(db: Db, { version, redis }: Surroundings): Promise<SystemReport> {
  const asked = performance.now();
  const facts = await findFacts(db);
  const databaseMs = Math.round((performance.now() - asked) * 10) / 10;
  const [byTask, oldest, dead, findings] = await Promise.all([
    listWaiting(db),
    findOldestDue(db),
    listDead(db),
    listFindings(db),
  ]);
  const [first] = findings;
  return {
    version,
    node: process.versions.node,
    postgres: facts?.postgres ?? '',
    schema: facts?.schema ?? '',
    startedAt: STARTED,
    databaseMs,
    redis,
    workerSeenAt: facts?.workerSeenAt ? dated(facts.workerSeenAt) : null,
    queue: {
      waiting: byTask.reduce((sum, { jobs }) => sum + jobs, 0),
      oldestDueAt: oldest ? dated(oldest) : null,
      byTask,
    },
    deadJobs: dead.map((job) => ({ ...job, at: dated(job.at) })),
    rules: findings.map(({ invariant: id, violations }) => ({ id, rule: RULES.get(id) ?? id, violations })),
    checkedAt: first ? new Date(Date.now() - first.age * 1_000).toISOString() : null,
  };
}

export const retryJob = (db: Db, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const before = await deadJob(tx, id);
    await restartJob(tx, id);
    await record(tx, actor, {
      action: 'job.retry',
      entity: 'job',
      entityId: id,
      before,
      after: { ...before, attempts: 0 },
    });
  });

export const dropJob = (db: Db, actor: Actor, id: string) =>
  db.transaction(async (tx) => {
    const before = await deadJob(tx, id);
    await removeJob(tx, id);
    await record(tx, actor, { action: 'job.remove', entity: 'job', entityId: id, before, after: null });
  });

async function deadJob(tx: Db, id: string) {
  const job = await lockDead(tx, id);
  if (!job) throw new DomainError('not_found', 'job_not_found', systemMessages.jobNotFound);
  return job;
}
