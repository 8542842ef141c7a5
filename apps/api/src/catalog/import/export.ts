import type { ProductFilter } from '@shop/contracts/catalog/import-schema';
import { listProducts } from '#catalog/products/edit-queries.ts';
import { adminProduct } from '#catalog/products/edit-rules.ts';
import { resolveFilter } from '#catalog/products/list-products.ts';
import { listIds, type ResolvedFilter } from '#catalog/products/queries.ts';
import type { Db } from '#platform/database/db.ts';
import { readPages } from '#platform/http/paging.ts';
import { csvHeading, csvLines } from './csv-rules.ts';

/** Few enough that the first rows are sent at once. */
const PAGE = 200;

/** All products of the filter, newest first, as CSV that can be imported again. */
export async function exportProducts(db: Db, filter: ProductFilter) {
  return writeCsv(db, await resolveFilter(db, filter));
}

/** Reads page by page while the file is streamed. */
async function* writeCsv(db: Db, filter: ResolvedFilter | undefined) {
  yield csvHeading;
  if (!filter) return;
  for await (const ids of readPages<string>(PAGE, (limit, after) => listIds(db, filter, { limit, after })))
    yield (await db.run(listProducts(ids))).map(adminProduct).map(csvLines).join('');
}
