import type { Db } from '#platform/database/db.ts';
import type { Statement } from '#platform/database/sql.ts';

/** PostgreSQL accepts 65,535 parameters in a statement; the widest table has 30 columns. */
const ROWS = 500;

export async function inChunks<Row>(tx: Db, rows: readonly Row[], insert: (part: Row[]) => Statement<unknown>) {
  for (let start = 0; start < rows.length; start += ROWS) await tx.run(insert(rows.slice(start, start + ROWS)));
}
