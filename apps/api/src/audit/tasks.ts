import type { Tasks } from '#platform/tasks.ts';
import { countViolations, saveCheckResults } from './queries.ts';
import { deleteOldLogins } from './queries-log.ts';

export const auditTasks: Tasks = {
  /** Every rule that is broken is a line of the log and a number among the metrics. Nothing is mended in silence. */
  async check_invariants(_payload, { db, log }) {
    const checkResults = await countViolations(db);
    await saveCheckResults(db, checkResults);
    for (const { id, rule, violations } of checkResults)
      if (violations > 0) log.error({ invariant: id, violations }, `The books are wrong: ${rule}.`);
  },
  async delete_old_logins(_payload, { db }) {
    await deleteOldLogins(db);
  },
};
