import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteUnconfirmed } from './queries.ts';

export const newsletterTasks: Tasks = {
  async delete_unconfirmed_subscribers(_payload, { db }) {
    await deleteUnconfirmed(db);
  },
};
