import { eq, sql } from 'drizzle-orm';
import { countCustomers } from '#analytics/roll-up-queries.ts';
import { dailyCounts, zeroResultSearches } from '#analytics/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { DemoCount, DemoSearch } from '#sample/demo/generate/visits.ts';
import { inChunks } from './chunks.ts';

/** Added to what was counted before. */
export async function insertCounts(tx: Db, counts: readonly DemoCount[], searches: readonly DemoSearch[]) {
  await inChunks(counts, (part) =>
    tx
      .insert(dailyCounts)
      .values(part)
      .onConflictDoUpdate({
        target: [dailyCounts.metric, dailyCounts.day],
        set: { count: sql`${dailyCounts.count} + excluded.count` },
      }),
  );
  await inChunks(searches, (part) =>
    tx
      .insert(zeroResultSearches)
      .values(part)
      .onConflictDoUpdate({
        target: [zeroResultSearches.month, zeroResultSearches.query],
        set: { count: sql`${zeroResultSearches.count} + excluded.count` },
      }),
  );
}

/** New accounts are counted from the last counted day on: without any, all of them are. */
export async function recountCustomers(tx: Db) {
  await tx.delete(dailyCounts).where(eq(dailyCounts.metric, 'customers'));
  await countCustomers(tx);
}
