import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteOldTickets } from './retention-queries.ts';

export const supportTasks: Tasks = {
  async delete_old_tickets(_payload, { db }) {
    let more = true;
    while (more) more = await deleteOldTickets(db);
  },
};
