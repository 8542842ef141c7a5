import type { Tasks } from '#platform/queue/tasks.ts';
import { notifyBackInStock } from './service.ts';

export const waitlistTasks: Tasks = {
  notify_back_in_stock: (_payload, { db }) => notifyBackInStock(db),
};
