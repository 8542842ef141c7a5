import type { Db } from '#db.ts';
import { enqueue } from '#platform/queue.ts';

type Task = 'check_product_import' | 'run_product_import' | 'undo_product_import';

/** One job works for so long and leaves the rest to another: a job that takes minutes looks like one whose worker died. */
const TURN_MS = 20_000;
/** A worker that dies in the middle counts as a try, and must not end it. */
const MAX_RUNS = 100;

export const enqueueWork = (tx: Db, task: Task, importId: string) =>
  enqueue(tx, task, { importId }, { key: `${task}:${importId}`, maxAttempts: MAX_RUNS });

/** Does one portion after the other, until none is left or its turn is over. */
export async function workThrough(db: Db, task: Task, importId: string, portion: () => Promise<boolean>) {
  const end = performance.now() + TURN_MS;
  while (await portion()) if (performance.now() > end) return enqueueWork(db, task, importId);
}
