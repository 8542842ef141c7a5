import type { Tasks } from '#platform/queue/tasks.ts';
import { countChangedOrders, countCustomers, deleteOldSearches } from './roll-up-queries.ts';

/** Few enough to hold the row locks only briefly. */
const ORDERS_AT_ONCE = 2_000;

export const analyticsTasks: Tasks = {
  async count_sales(_payload, { db }) {
    while ((await countChangedOrders(db, ORDERS_AT_ONCE)) > 0);
    await countCustomers(db);
  },
  async delete_old_searches(_payload, { db }) {
    await deleteOldSearches(db);
  },
};
