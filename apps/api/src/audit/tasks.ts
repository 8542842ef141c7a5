import type { Tasks } from '#platform/tasks.ts';
import { countViolations, keepFindings } from './queries.ts';

export const auditTasks: Tasks = {
  /** Every rule that is broken is a line of the log and a number among the metrics. Nothing is mended in silence. */
  async check_invariants(_payload, { db, log }) {
    const findings = await countViolations(db);
    await keepFindings(db, findings);
    for (const { id, rule, violations } of findings)
      if (violations > 0) log.error({ invariant: id, violations }, `The books are wrong: ${rule}.`);
  },
};
