import type { Tasks } from '#platform/tasks.ts';
import { deleteUnconfirmed } from './queries.ts';

export const newsletterTasks: Tasks = {
  async forget_unconfirmed_readers(_payload, { db }) {
    await deleteUnconfirmed(db);
  },
};
