import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import type { Permission } from '@shop/contracts/common/permissions';
import { mapUniqueViolations } from '#catalog/products/edit-checks.ts';
import { addProducts, type Editor, removeProducts, saveProduct } from '#catalog/products/edit-product.ts';
import { lockProducts } from '#catalog/products/edit-queries.ts';
import { undoChange } from '#catalog/products/undo-change.ts';
import type { Db } from '#platform/database/db.ts';
import { isPermanentStorageError } from '#platform/database/errors.ts';
import { recordEffect, recordUnlessFailed } from '#platform/dry-run.ts';
import { DomainError } from '#platform/errors.ts';
import { canStill } from '#platform/http/active-user.ts';
import { validateItems } from './check-file.ts';
import { runBatches } from './import-job.ts';
import { stopWithoutPermission } from './imports.ts';
import {
  findImportChange,
  type LockedImport,
  listItems,
  listItemsByRow,
  lockImport,
  type Mark,
  markItems,
  updateImport,
} from './queries.ts';
import { changesVariants, type ImportPlan, type Item, type RejectedItem } from './rules.ts';

const BATCH_SIZE = 50;

type Job = LockedImport;
const editorOf = ({ startedBy, requestId, canSetOpeningStock }: Job): Editor => ({
  id: startedBy,
  requestId: requestId ?? undefined,
  canOpenStock: canSetOpeningStock,
});

/** Writes the items that passed the check. Resumable; an item that no longer fits is rejected and blocks no other. */
export async function runImport(db: Db, importId: string) {
  await runBatches(db, 'run_product_import', importId, async () => {
    const next = await nextItems(db, importId, 'importing');
    if (!next) return false;
    const added = next.filter(({ productId }) => productId === null);
    const changed = next.filter(({ productId }) => productId !== null);
    if (added.length > 0) await addBatch(db, importId, added);
    // Changes of names and prices do not block checkouts, but stock locks do: those are held for one product at a time.
    const done =
      changed.length > 0 ? await processItems(db, importId, 'importing', changed, changeWithoutVariants) : [];
    for (const item of changed)
      if (!done.includes(item.row)) await processItems(db, importId, 'importing', [item], changeWithVariants);
    return true;
  });
}

/** Undoes an import, last item first. */
export async function undoImport(db: Db, importId: string) {
  await runBatches(db, 'undo_product_import', importId, async () => {
    const next = await nextItems(db, importId, 'undoing');
    if (!next) return false;
    // The check stores a version only for products that already existed.
    const added = next.filter(({ version }) => version === null);
    if (added.length > 0) await processItems(db, importId, 'undoing', added, removeAll);
    for (const item of next) if (item.version !== null) await processItems(db, importId, 'undoing', [item], undoOne);
    return true;
  });
}

const STAGES = {
  importing: { from: 'ready', end: 'imported' },
  undoing: { from: 'imported', end: 'undone' },
} as const;
type Stage = keyof typeof STAGES;

/** Undefined if the import was stopped, or is to be: its starter may no longer change products, or open their stock. */
async function lockRunning(tx: Db, importId: string, stage: Stage) {
  const job = await tx.run(lockImport(importId));
  if (job?.status !== stage) return undefined;
  const permissions: Permission[] = job.setsOpeningStock ? ['products.write', 'stock.write'] : ['products.write'];
  if (await canStill(tx, job.startedBy, permissions)) return job;
  await stopWithoutPermission(tx, job);
  return undefined;
}

/** The next batch; undefined if nothing is left or the import was stopped. */
const nextItems = (db: Db, importId: string, stage: Stage) =>
  db.transaction(async (tx) => {
    const { from, end } = STAGES[stage];
    if (!(await lockRunning(tx, importId, stage))) return undefined;
    const items = await tx.run(listItems(importId, from, BATCH_SIZE));
    if (items.length > 0) return items;
    await tx.run(updateImport(importId, { status: end }));
    return undefined;
  });

type BatchStep = (tx: Db, job: Job, items: Item[]) => Promise<Mark[]>;

/**
 * Runs the step and stores its row results in one transaction: of two concurrent workers, the second finds nothing to
 * do. Returns the processed row numbers.
 */
const processItems = (db: Db, importId: string, stage: Stage, items: Item[], runStep: BatchStep) =>
  db.transaction(async (tx) => {
    const job = await lockRunning(tx, importId, stage);
    if (!job) return [];
    const rows = items.map(({ row }) => row);
    const pending = await tx.run(listItemsByRow(importId, STAGES[stage].from, rows));
    const marks = pending.length > 0 ? await runStep(tx, job, pending) : [];
    if (marks.length > 0) await tx.run(markItems(importId, marks));
    recordEffect({ kind: 'skipped', what: 'product', count: marks.filter(isSkipped).length });
    return marks.map(({ row }) => row);
  });

const isSkipped = ({ status }: Mark) => status === 'rejected' || status === 'undo_skipped';

/** All in one transaction; if the database rejects one of them, each in its own. */
async function addBatch(db: Db, importId: string, items: Item[]) {
  try {
    await recordUnlessFailed(() => processItems(db, importId, 'importing', items, addAll));
  } catch (error) {
    if (!isPermanentStorageError(error)) throw error;
    for (const item of items) await processItems(db, importId, 'importing', [item], addOne);
  }
}

const addAll: BatchStep = async (tx, job, items) => {
  const results = (await validateItems(tx, job, items)).map((result) => rejectIfChanged(result, messages.addedSince));
  const plans = results.filter((result) => 'snapshot' in result).toSorted(bySlug);
  const products = plans.length > 0 ? await addProducts(tx, editorOf(job), plans, { import: job.id }) : [];
  const ids = new Map(products.map(({ slug, id }) => [slug, id]));
  return results.map((result) =>
    'snapshot' in result
      ? { row: result.item.row, status: 'imported', product_id: ids.get(result.snapshot.slug) }
      : rejectedMark(result),
  );
};

/** A fixed insert order: concurrent imports of the same products wait instead of deadlocking. */
const bySlug = (one: ImportPlan, other: ImportPlan) => (one.snapshot.slug < other.snapshot.slug ? -1 : 1);

const addOne: BatchStep = (tx, job, items) => markItemErrors(tx, items, (savepoint) => addAll(savepoint, job, items));

const changeStep =
  (isIncluded: (plan: ImportPlan) => boolean): BatchStep =>
  async (tx, job, items) => {
    await tx.run(lockProducts(items.flatMap(({ productId }) => productId ?? [])));
    const results = (await validateItems(tx, job, items)).map((result) =>
      rejectIfChanged(result, messages.changedSince),
    );
    const marks: Mark[] = [];
    for (const result of results)
      if ('problems' in result) marks.push(rejectedMark(result));
      else if (isIncluded(result)) marks.push(...(await saveItem(tx, job, result)));
    return marks;
  };
const changeWithoutVariants = changeStep((plan) => !changesVariants(plan));
const changeWithVariants = changeStep(() => true);

const saveItem = (tx: Db, job: Job, { item, current, snapshot }: ImportPlan) =>
  markItemErrors(tx, [item], async (savepoint) => {
    if (current) await saveProduct(savepoint, editorOf(job), current, snapshot, 'product.update', { import: job.id });
    return [{ row: item.row, status: 'imported' }];
  });

/** Optimistic concurrency: rejects an item whose product was created or changed since the check. */
const rejectIfChanged = (result: ImportPlan | RejectedItem, message: string): ImportPlan | RejectedItem => {
  const { item } = result;
  const isAsChecked =
    'problems' in result ||
    (result.current?.id === (item.productId ?? undefined) && result.current?.version === (item.version ?? undefined));
  return isAsChecked ? result : { item, problems: [{ row: item.row, message }] };
};

const rejectedMark = ({ item, problems }: RejectedItem): Mark => ({ row: item.row, status: 'rejected', problems });

const removeAll: BatchStep = async (tx, job, items) => {
  await removeProducts(
    tx,
    editorOf(job),
    items.flatMap(({ productId }) => productId ?? []),
  );
  return items.map(({ row }) => ({ row, status: 'undone' }));
};

const undoOne: BatchStep = async (tx, job, [item]) => {
  if (!item) return [];
  const { row, productId } = item;
  const change = productId && (await tx.run(findImportChange(job.id, productId)));
  if (!productId || !change)
    return [{ row, status: 'undo_skipped', problems: [{ row, message: messages.productNotFound }] }];
  const undone = async (savepoint: Db): Promise<Mark[]> => {
    await undoChange(savepoint, editorOf(job), productId, change.id);
    return [{ row, status: 'undone' }];
  };
  return markItemErrors(tx, [item], undone, 'undo_skipped');
};

/** Domain and permanent storage errors are stored with the items; any other error makes the queue retry the job. */
async function markItemErrors(
  tx: Db,
  items: Item[],
  runStep: (savepoint: Db) => Promise<Mark[]>,
  status: Mark['status'] = 'rejected',
) {
  try {
    return await mapUniqueViolations(() => recordUnlessFailed(() => tx.transaction(runStep)));
  } catch (error) {
    if (!(error instanceof DomainError) && !isPermanentStorageError(error)) throw error;
    const message = error instanceof DomainError ? error.message : messages.unexpected;
    return items.map(({ row }): Mark => ({ row, status, problems: [{ row, message }] }));
  }
}
