import type { Tasks } from '#platform/queue/tasks.ts';
import { countViolations, saveCheckResults } from './invariant-queries.ts';

export const operationsTasks: Tasks = {
  /** Logs every failed check and saves the counts for the metrics. Nothing is repaired automatically. */
  async check_invariants(_payload, { db, readDb, log }) {
    const checkResults = await countViolations(readDb);
    await saveCheckResults(db, checkResults);
    for (const { id, rule, violations } of checkResults)
      if (violations > 0) log.error({ invariant: id, violations }, `Data integrity check failed: ${rule}.`);
  },
};
