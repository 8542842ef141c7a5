import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteInPortions } from '#platform/retention.ts';
import { deleteOldLogins } from './log-queries.ts';

export const auditTasks: Tasks = {
  async delete_old_logins(_payload, { db }) {
    await deleteInPortions(() => db.run(deleteOldLogins()));
  },
};
