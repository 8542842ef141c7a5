import type { Db } from '#platform/database/db.ts';
import { enqueue } from '#platform/queue/queue.ts';

type Task = 'check_product_import' | 'run_product_import' | 'undo_product_import';

/** After this time a job leaves the rest to another: one that takes minutes looks like one whose worker crashed. */
const TIME_BUDGET_MS = 20_000;
/** A worker crash counts as an attempt, and must not fail the import. */
const MAX_ATTEMPTS = 100;

export const enqueueImportJob = (tx: Db, task: Task, importId: string) =>
  enqueue(tx, task, { importId }, { key: `${task}:${importId}`, maxAttempts: MAX_ATTEMPTS });

/** Runs batches until none is left or the time budget is used up. */
export async function runBatches(db: Db, task: Task, importId: string, runBatch: () => Promise<boolean>) {
  const deadline = performance.now() + TIME_BUDGET_MS;
  while (await runBatch()) if (performance.now() > deadline) return enqueueImportJob(db, task, importId);
}
