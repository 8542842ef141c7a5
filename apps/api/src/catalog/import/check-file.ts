import type { ProductColumn } from '@shop/contracts/catalog/import-schema';
import { listProductsBySlug } from '#catalog/products/edit-queries.ts';
import { adminProduct } from '#catalog/products/edit-rules.ts';
import type { Db } from '#platform/database/db.ts';
import { runBatches } from './import-job.ts';
import {
  listArchivedVariantsByProduct,
  listDuplicates,
  listItems,
  listKnownSlugs,
  listLabels,
  listSkuOwners,
  lockImport,
  type Mark,
  markItems,
  updateImport,
} from './queries.ts';
import {
  type Duplicates,
  findDuplicates,
  findSkuConflicts,
  hasOpeningStock,
  type ImportPlan,
  type Item,
  isUnchanged,
  planItem,
  type RejectedItem,
} from './rules.ts';

const BATCH_SIZE = 200;

/** Dry run: determines what each item would change, without writing to the catalog. Resumable. */
export async function checkImport(db: Db, importId: string) {
  const duplicates = await listDuplicates(db, importId);
  await runBatches(db, 'check_product_import', importId, () =>
    db.transaction((tx) => checkBatch(tx, importId, duplicates)),
  );
}

async function checkBatch(tx: Db, importId: string, duplicates: Duplicates) {
  const job = await tx.run(lockImport(importId));
  if (job?.status !== 'checking') return false;
  const items = await tx.run(listItems(importId, 'pending', BATCH_SIZE));
  if (items.length === 0) {
    await tx.run(updateImport(importId, { status: 'checked' }));
    return false;
  }
  const results = await validateItems(tx, job, items);
  const marks = results.map((result) => markOf(result, findDuplicates(result.item, duplicates)));
  await tx.run(markItems(importId, marks));
  return true;
}

function markOf(result: ImportPlan | RejectedItem, repetitions: RejectedItem['problems']): Mark {
  const { row } = result.item;
  if ('problems' in result) return { row, status: 'invalid', problems: result.problems };
  if (repetitions.length > 0) return { row, status: 'invalid', problems: repetitions };
  if (isUnchanged(result)) return { row, status: 'unchanged' };
  const { current, snapshot } = result;
  return { row, status: 'ready', product_id: current?.id, version: current?.version, opens: hasOpeningStock(snapshot) };
}

type Job = { columns: ProductColumn[]; canSetOpeningStock: boolean };

/** The plan of each item for the current catalog, or its errors: a few queries, however many items there are. */
export async function validateItems(
  tx: Db,
  { columns, canSetOpeningStock }: Job,
  items: Item[],
): Promise<(ImportPlan | RejectedItem)[]> {
  const slugs = items.map(({ slug }) => slug);
  const products = (await tx.run(listProductsBySlug(slugs))).map(adminProduct);
  const context = {
    products: new Map(products.map((product) => [product.slug, product])),
    knownSlugs: await listKnownSlugs(tx, slugs),
    archivedVariants: await listArchivedVariantsByProduct(
      tx,
      products.map(({ id }) => id),
    ),
    ...(await listLabels(tx)),
  };
  const results = items.map((item) => planItem(item, columns, canSetOpeningStock, context));
  const plans = results.filter((result) => 'snapshot' in result);
  const owners = await listSkuOwners(
    tx,
    plans.flatMap(({ snapshot }) => snapshot.variants.map(({ sku }) => sku)),
  );
  return results.map((result) => {
    const problems = 'snapshot' in result ? findSkuConflicts(result, owners) : [];
    return problems.length > 0 ? { item: result.item, problems } : result;
  });
}
