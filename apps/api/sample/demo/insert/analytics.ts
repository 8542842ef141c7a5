import { countCustomers } from '#analytics/roll-up-queries.ts';
import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoCount, DemoSearch } from '#sample/demo/generate/visits.ts';
import { inChunks } from './chunks.ts';

/** Added to what was counted before. */
export async function insertCounts(tx: Db, counts: readonly DemoCount[], searches: readonly DemoSearch[]) {
  await inChunks(
    tx,
    counts,
    (part) => count('demo.addCounts')`
      insert into daily_counts ${rowsOf(part)}
          on conflict (metric, day) do update set count = daily_counts.count + excluded.count`,
  );
  await inChunks(
    tx,
    searches,
    (part) => count('demo.addSearches')`
      insert into zero_result_searches ${rowsOf(part)}
          on conflict (month, query) do update set count = zero_result_searches.count + excluded.count`,
  );
}

/** New accounts are counted from the last counted day on: without any, all of them are. */
export async function recountCustomers(tx: Db) {
  await tx.run(count('demo.deleteCustomerCounts')`delete from daily_counts where metric = 'customers'`);
  await countCustomers(tx);
}
