import type { ProductFilter } from '@shop/contracts/product-imports';
import type { Db } from '#db.ts';
import { inPages } from '#platform/paging.ts';
import { narrowedBy } from './desk.ts';
import { listIds, listProducts, type Narrowed } from './queries-desk.ts';
import { csvHeading, csvLines } from './rules-csv.ts';
import { adminProduct } from './rules-desk.ts';

/** Few enough that the first rows come at once. */
const PAGE = 200;

/** All products the filter lets through, newest first, as a table that can come in again. */
export async function exportProducts(db: Db, filter: ProductFilter) {
  return write(db, await narrowedBy(db, filter));
}

/** Read page by page while it is sent. */
async function* write(db: Db, narrowed: Narrowed | undefined) {
  yield csvHeading;
  if (!narrowed) return;
  for await (const ids of inPages<string>(PAGE, (limit, after) => listIds(db, narrowed, { limit, after })))
    yield (await listProducts(db, ids)).map(adminProduct).map(csvLines).join('');
}
