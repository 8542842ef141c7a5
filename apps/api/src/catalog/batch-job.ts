import type { Db } from '#db.ts';
import { enqueue } from '#platform/queue.ts';

type Task = 'check_product_import' | 'run_product_import' | 'undo_product_import';

/** One job works for so long and leaves the rest to another: a job that takes minutes looks like one whose worker died. */
const TIME_BUDGET_MS = 20_000;
/** A worker that dies in the middle counts as a try, and must not end it. */
const MAX_ATTEMPTS = 100;

export const enqueueImportJob = (tx: Db, task: Task, importId: string) =>
  enqueue(tx, task, { importId }, { key: `${task}:${importId}`, maxAttempts: MAX_ATTEMPTS });

/** Does one portion after the other, until none is left or its turn is over. */
export async function runBatches(db: Db, task: Task, importId: string, runBatch: () => Promise<boolean>) {
  const deadline = performance.now() + TIME_BUDGET_MS;
  while (await runBatch()) if (performance.now() > deadline) return enqueueImportJob(db, task, importId);
}
