import type { Db } from '#platform/database/db.ts';
import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteOldDemand, deleteRareDemand } from './demand-counter-queries.ts';
import { enqueueRecounted, startRecount } from './recount-queries.ts';
import { countChangedOrders, countCustomers, deleteOldSearches } from './roll-up-queries.ts';

/** Few enough to hold the row locks only briefly. */
const ORDERS_AT_ONCE = 2_000;
/** A recount is bounded, so that new orders wait for a part of it only. */
const RECOUNTS_PER_RUN = 20;

export const analyticsTasks: Tasks = {
  async count_sales(_payload, { db }) {
    await countAll(db);
    for (let run = 0; run < RECOUNTS_PER_RUN; run += 1) {
      if ((await enqueueRecounted(db, ORDERS_AT_ONCE)) === 0) break;
      await countAll(db);
    }
    await countCustomers(db);
  },
  async recount_sales(_payload, { db }) {
    await startRecount(db);
  },
  async delete_old_searches(_payload, { db }) {
    await deleteOldSearches(db);
  },
};

async function countAll(db: Db) {
  while ((await countChangedOrders(db, ORDERS_AT_ONCE)) > 0);
}

export const demandTasks: Tasks = {
  async delete_old_demand(_payload, { db }) {
    await deleteOldDemand(db);
    await deleteRareDemand(db);
  },
};
