import type { Tasks } from '#platform/tasks.ts';
import { hurryPayments } from './queries.ts';

export const paymentTasks: Tasks = {
  async hurry_payments(_payload, { db }) {
    await hurryPayments(db);
  },
};
