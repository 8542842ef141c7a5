import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteOldDemand, deleteRareDemand } from './demand-counter-queries.ts';

export const demandTasks: Tasks = {
  async delete_old_demand(_payload, { db }) {
    await deleteOldDemand(db);
    await deleteRareDemand(db);
  },
};
