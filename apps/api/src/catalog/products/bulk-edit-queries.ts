import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import { json, list, oneOf, orNull, present, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, first, one } from '#platform/database/sql.ts';

export const insertBatch = (productIds: string[]) =>
  one('batches.insert', { id: uuid })`insert into product_batches (product_ids) values (${productIds}) returning id`;

/** The second of two concurrent undo requests waits for the first. */
export const lockBatch = (id: string) =>
  first('batches.lock', { productIds: list(uuid), undoneAt: orNull(timestamp), createdAt: timestamp })`
    select product_ids, undone_at, created_at from product_batches where id = ${id} for no key update`;

export const updateUndone = (id: string) =>
  count('batches.updateUndone')`update product_batches set undone_at = ${new Date()} where id = ${id}`;

const values = json(z.record(z.string(), z.unknown()));
const change = {
  id: uuid,
  productId: text,
  action: oneOf(['product.update', 'stock.adjust']),
  before: present(values, 'only the entry of a new product has none'),
  after: values,
};

/** The audit entries of a batch, in the order of product ids. */
export const listBatchChanges = (id: string, productIds: string[]) =>
  all('batches.listChanges', change)`
    select id, entity_id as product_id, action, before, after from audit_log
     where entity = 'product' and entity_id = any (${productIds}::text[]) and after ->> 'batch' = ${id}
       and action in ('product.update', 'stock.adjust') order by entity_id, id`;

/** Which of these are current or previous names of categories. */
export async function listKnownCategories(db: Db, names: string[]) {
  const rows = await db.run(
    all('batches.listKnownCategories', { name: text })`
      select name from categories where name = any (${names}::text[])
       union
      select alias from taxonomy_redirects
       where kind = 'category' and category_id is not null and alias = any (${names}::text[])`,
  );
  return new Set(rows.map(({ name }) => name));
}
