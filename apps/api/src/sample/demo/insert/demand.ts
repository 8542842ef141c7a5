import { demandRemedies, searchDemand, soldOutDemand } from '#analytics/demand/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { DemoRemedy, DemoSearchDemand, DemoSoldOutDemand } from '#sample/demo/generate/visits.ts';
import { inChunks } from './chunks.ts';

/** What was counted before stays. */
export const insertSearchDemand = (tx: Db, searches: readonly DemoSearchDemand[]) =>
  inChunks(searches, (part) => tx.insert(searchDemand).values(part).onConflictDoNothing());

export const insertSoldOutDemand = (tx: Db, items: readonly DemoSoldOutDemand[]) =>
  inChunks(items, (part) => tx.insert(soldOutDemand).values(part).onConflictDoNothing());

export const insertRemedies = (tx: Db, remedies: readonly DemoRemedy[]) =>
  inChunks(remedies, (part) =>
    tx
      .insert(demandRemedies)
      .values(
        part.map(({ query, doneAt }) => ({
          subject: 'search' as const,
          key: query,
          name: query,
          remedy: 'synonym' as const,
          doneAt,
          day: doneAt.toISOString().slice(0, 10),
        })),
      )
      .onConflictDoNothing(),
  );
