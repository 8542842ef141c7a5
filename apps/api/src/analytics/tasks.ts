import type { Tasks } from '#platform/tasks.ts';
import { countChangedOrders, countCustomers, deleteOldSearches, enqueueUnpaidOrders } from './queries-roll-up.ts';

/** Few enough to hold the row locks only briefly. */
const ORDERS_AT_ONCE = 2_000;

export const analyticsTasks: Tasks = {
  async count_sales(_payload, { db }) {
    while ((await countChangedOrders(db, ORDERS_AT_ONCE)) > 0);
    await countCustomers(db);
  },
  /** Enqueued once, by the migration that adds the metric. */
  async recount_unpaid_orders(_payload, { db }) {
    await enqueueUnpaidOrders(db);
    while ((await countChangedOrders(db, ORDERS_AT_ONCE)) > 0);
  },
  async delete_old_searches(_payload, { db }) {
    await deleteOldSearches(db);
  },
};
