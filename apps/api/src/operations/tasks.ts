import type { Tasks } from '#platform/queue/tasks.ts';
import { checkAll, checkChanges } from './integrity-check.ts';
import { RULES } from './statement-queries.ts';

export const operationsTasks = {
  /** Logs every failed check and saves the counts for the metrics. Nothing is repaired automatically. */
  async check_invariants(_payload, { db, checkDb = db, log }) {
    for (const { id, violations } of (await checkChanges(checkDb)) ?? [])
      log.error({ invariant: id, violations }, `Data integrity check failed: ${RULES.get(id)}.`);
  },
  async check_all_invariants(payload, tools) {
    const { db, checkDb = db, replicaDb } = tools;
    if (await checkAll(checkDb, replicaDb)) await operationsTasks.check_invariants(payload, tools);
  },
} satisfies Tasks;
