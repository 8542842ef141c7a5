import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteOldTickets } from './retention-queries.ts';

export const supportTasks: Tasks = {
  async delete_old_tickets(_payload, { db }) {
    await deleteOldTickets(db);
  },
};
