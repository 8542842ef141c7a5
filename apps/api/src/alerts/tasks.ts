import type { Tasks } from '#platform/queue/tasks.ts';
import { notifyOwners } from './service.ts';

export const alertTasks: Tasks = {
  notify_owners: (_payload, { db }) => notifyOwners(db, new Date()),
};
