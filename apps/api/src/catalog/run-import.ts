import { productImportMessages as messages } from '@shop/contracts/product-imports-texts';
import type { Db } from '#db.ts';
import { willNeverStore } from '#platform/database-errors.ts';
import { DomainError } from '#platform/errors.ts';
import { judge } from './check-import.ts';
import { addProducts, type Editor, removeProducts, saveGoods, storing } from './edit-product.ts';
import { lockProducts } from './queries-desk.ts';
import {
  findImportChange,
  listItems,
  listItemsAt,
  lockImport,
  type Mark,
  markItems,
  updateImport,
} from './queries-imports.ts';
import { changesShelf, type Item, type Refusal, type Wish } from './rules-import.ts';
import { undoChange } from './undo-change.ts';
import { workThrough } from './work-through.ts';

const PORTION = 50;

type Job = NonNullable<Awaited<ReturnType<typeof lockImport>>>;
const editorOf = ({ doerId, requestId, mayOpenStock }: Job): Editor => ({
  id: doerId,
  requestId: requestId ?? undefined,
  mayOpenStock,
});

/** Writes what the check found good. Goes on where it ended; what no longer fits is refused, and holds up no other. */
export async function runImport(db: Db, importId: string) {
  await workThrough(db, 'run_product_import', importId, async () => {
    const next = await nextItems(db, importId, 'importing');
    if (!next) return false;
    const added = next.filter(({ productId }) => productId === null);
    const changed = next.filter(({ productId }) => productId !== null);
    if (added.length > 0) await addTogether(db, importId, added);
    // Buyers do not wait for what a product is called or costs, but they do for its shelf: that is held for one at a time.
    const done = changed.length > 0 ? await work(db, importId, 'importing', changed, changeBesidesShelf) : [];
    for (const item of changed)
      if (!done.includes(item.row)) await work(db, importId, 'importing', [item], changeWithShelf);
    return true;
  });
}

/** Takes back what an import did, the last first. */
export async function undoImport(db: Db, importId: string) {
  await workThrough(db, 'undo_product_import', importId, async () => {
    const next = await nextItems(db, importId, 'undoing');
    if (!next) return false;
    // Only what was there before has a version that the check saw.
    const added = next.filter(({ version }) => version === null);
    if (added.length > 0) await work(db, importId, 'undoing', added, removeAll);
    for (const item of next) if (item.version !== null) await work(db, importId, 'undoing', [item], undoOne);
    return true;
  });
}

const STAGES = {
  importing: { from: 'ready', end: 'imported' },
  undoing: { from: 'done', end: 'undone' },
} as const;
type Stage = keyof typeof STAGES;

/** What is to be done next. When there is nothing left, or somebody has stopped it, undefined. */
const nextItems = (db: Db, importId: string, stage: Stage) =>
  db.transaction(async (tx) => {
    const { from, end } = STAGES[stage];
    const job = await lockImport(tx, importId);
    if (job?.state !== stage) return undefined;
    const items = await listItems(tx, importId, from, PORTION);
    if (items.length > 0) return items;
    await updateImport(tx, importId, { state: end });
    return undefined;
  });

type Deed = (tx: Db, job: Job, items: Item[]) => Promise<Mark[]>;

/**
 * A deed and the marks that it is done are one transaction. Of two workers at it, the second finds nothing to do. Tells
 * which rows it was done to.
 */
const work = (db: Db, importId: string, stage: Stage, items: Item[], deed: Deed) =>
  db.transaction(async (tx) => {
    const job = await lockImport(tx, importId);
    if (job?.state !== stage) return [];
    const rows = items.map(({ row }) => row);
    const waiting = await listItemsAt(tx, importId, STAGES[stage].from, rows);
    const marks = waiting.length > 0 ? await deed(tx, job, waiting) : [];
    if (marks.length > 0) await markItems(tx, importId, marks);
    return marks.map(({ row }) => row);
  });

/** All at once; if the database will not have one of them, each for itself. */
async function addTogether(db: Db, importId: string, items: Item[]) {
  try {
    await work(db, importId, 'importing', items, addAll);
  } catch (error) {
    if (!willNeverStore(error)) throw error;
    for (const item of items) await work(db, importId, 'importing', [item], addOne);
  }
}

const addAll: Deed = async (tx, job, items) => {
  const answers = (await judge(tx, job, items)).map((answer) => orRefuse(answer, messages.addedSince));
  const wishes = answers.filter((answer) => 'goods' in answer).toSorted(bySlug);
  const products = wishes.length > 0 ? await addProducts(tx, editorOf(job), wishes, { import: job.id }) : [];
  const ids = new Map(products.map(({ slug, id }) => [slug, id]));
  return answers.map((answer) =>
    'goods' in answer
      ? { row: answer.item.row, state: 'done', product_id: ids.get(answer.goods.slug) }
      : refusal(answer),
  );
};

/** Whoever adds the same things adds them in the same order, so that they wait in turn. */
const bySlug = (one: Wish, other: Wish) => (one.goods.slug < other.goods.slug ? -1 : 1);

const addOne: Deed = (tx, job, items) => unlessRefused(tx, items, (step) => addAll(step, job, items));

const change =
  (isMeant: (wish: Wish) => boolean): Deed =>
  async (tx, job, items) => {
    await lockProducts(
      tx,
      items.flatMap(({ productId }) => productId ?? []),
    );
    const answers = (await judge(tx, job, items)).map((answer) => orRefuse(answer, messages.changedSince));
    const marks: Mark[] = [];
    for (const answer of answers)
      if ('problems' in answer) marks.push(refusal(answer));
      else if (isMeant(answer)) marks.push(...(await save(tx, job, answer)));
    return marks;
  };
const changeBesidesShelf = change((wish) => !changesShelf(wish));
const changeWithShelf = change(() => true);

const save = (tx: Db, job: Job, { item, now, goods }: Wish) =>
  unlessRefused(tx, [item], async (step) => {
    if (now) await saveGoods(step, editorOf(job), now, goods, 'product.change', { import: job.id });
    return [{ row: item.row, state: 'done' }];
  });

/** What was not there at the check must not be there now, and what was there must not have changed. */
const orRefuse = (answer: Wish | Refusal, message: string): Wish | Refusal => {
  const { item } = answer;
  const isAsSeen =
    'problems' in answer ||
    (answer.now?.id === (item.productId ?? undefined) && answer.now?.version === (item.version ?? undefined));
  return isAsSeen ? answer : { item, problems: [{ row: item.row, message }] };
};

const refusal = ({ item, problems }: Refusal): Mark => ({ row: item.row, state: 'refused', problems });

const removeAll: Deed = async (tx, job, items) => {
  await removeProducts(
    tx,
    editorOf(job),
    items.flatMap(({ productId }) => productId ?? []),
  );
  return items.map(({ row }) => ({ row, state: 'undone' }));
};

const undoOne: Deed = async (tx, job, [item]) => {
  if (!item) return [];
  const { row, productId } = item;
  const changeId = productId && (await findImportChange(tx, job.id, productId));
  if (!productId || !changeId) return [{ row, state: 'kept', problems: [{ row, message: messages.goneSince }] }];
  const undone = async (step: Db): Promise<Mark[]> => {
    await undoChange(step, editorOf(job), productId, changeId);
    return [{ row, state: 'undone' }];
  };
  return unlessRefused(tx, [item], undone, 'kept');
};

/** What the shop or its database refuses is told with the product; all else is trouble, and the queue tries again. */
async function unlessRefused(
  tx: Db,
  items: Item[],
  deed: (step: Db) => Promise<Mark[]>,
  state: Mark['state'] = 'refused',
) {
  try {
    return await storing(() => tx.transaction(deed));
  } catch (error) {
    if (!(error instanceof DomainError) && !willNeverStore(error)) throw error;
    const message = error instanceof DomainError ? error.message : messages.unexpected;
    return items.map(({ row }): Mark => ({ row, state, problems: [{ row, message }] }));
  }
}
