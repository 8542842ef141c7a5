import { z } from 'zod';
import type { Tasks } from '#platform/queue/tasks.ts';
import { updateOrderStatuses } from './bulk.ts';

const Job = z.object({ batchId: z.uuid() });

export const orderTasks: Tasks = {
  async update_order_statuses(payload, { db }) {
    await updateOrderStatuses(db, Job.parse(payload).batchId);
  },
};
