import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoRemedy, DemoSearchDemand, DemoSoldOutDemand } from '#sample/demo/generate/visits.ts';
import { inChunks } from './chunks.ts';

/** What was counted before stays. */
export const insertSearchDemand = (tx: Db, searches: readonly DemoSearchDemand[]) =>
  inChunks(
    tx,
    searches,
    (part) => count('demo.insertSearchDemand')`insert into search_demand ${rowsOf(part)} on conflict do nothing`,
  );

export const insertSoldOutDemand = (tx: Db, items: readonly DemoSoldOutDemand[]) =>
  inChunks(
    tx,
    items,
    (part) => count('demo.insertSoldOutDemand')`insert into sold_out_demand ${rowsOf(part)} on conflict do nothing`,
  );

export const insertRemedies = (tx: Db, remedies: readonly DemoRemedy[]) =>
  inChunks(tx, remedies, (part) => {
    const rows = part.map(({ query, doneAt }) => ({
      subject: 'search',
      key: query,
      name: query,
      remedy: 'synonym',
      doneAt,
      day: doneAt.toISOString().slice(0, 10),
    }));
    return count('demo.insertRemedies')`insert into demand_remedies ${rowsOf(rows)} on conflict do nothing`;
  });
