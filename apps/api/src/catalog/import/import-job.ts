import type { Db } from '#platform/database/db.ts';
import { BULK_PRIORITY, enqueue } from '#platform/queue/queue.ts';
import { runWithinBudget } from '#platform/queue/time-budget.ts';

type Task = 'check_product_import' | 'run_product_import' | 'undo_product_import';

/** A worker crash counts as an attempt, and must not fail the import. */
const MAX_ATTEMPTS = 100;

export const enqueueImportJob = (tx: Db, task: Task, importId: string) =>
  enqueue(tx, task, { importId }, { key: `${task}:${importId}`, maxAttempts: MAX_ATTEMPTS, priority: BULK_PRIORITY });

export const runBatches = (db: Db, task: Task, importId: string, runBatch: () => Promise<boolean>) =>
  runWithinBudget(runBatch, () => enqueueImportJob(db, task, importId));
