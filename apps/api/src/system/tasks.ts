import type { Tasks, TaskTools } from '#platform/queue/tasks.ts';
import { checkAll, checkChanges } from './integrity-check.ts';
import { RULES } from './statement-queries.ts';

export const operationsTasks: Tasks = {
  check_invariants: (_payload, tools) => reportChanges(tools),
  async check_all_invariants(_payload, tools) {
    const { db, checkDb = db, replicaDb } = tools;
    if (await checkAll(checkDb, replicaDb)) await reportChanges(tools);
  },
};

/** Logs every failed check and saves the counts for the metrics. Nothing is repaired automatically. */
async function reportChanges({ db, checkDb = db, log }: TaskTools) {
  for (const { id, violations } of (await checkChanges(checkDb)) ?? [])
    log.error({ invariant: id, violations }, `Data integrity check failed: ${RULES.get(id)}.`);
}
