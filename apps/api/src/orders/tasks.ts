import { z } from 'zod';
import type { Tasks } from '#platform/tasks.ts';
import { moveOrders } from './batches.ts';

const Job = z.object({ batchId: z.uuid() });

export const orderTasks: Tasks = {
  async move_orders(payload, { db }) {
    await moveOrders(db, Job.parse(payload).batchId);
  },
};
