/** PostgreSQL accepts 65,535 parameters in a statement; the widest table has 30 columns. */
const ROWS = 500;

export async function inChunks<Row>(rows: readonly Row[], insert: (part: Row[]) => PromiseLike<unknown>) {
  for (let start = 0; start < rows.length; start += ROWS) await insert(rows.slice(start, start + ROWS));
}
