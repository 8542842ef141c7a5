import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { BatchChange } from './rules.ts';
import { productBatches } from './schema.ts';

export async function insertBatch(tx: Db, productIds: string[]) {
  const [batch] = await tx.insert(productBatches).values({ productIds }).returning({ id: productBatches.id });
  if (!batch) throw new Error('The product batch was not stored.');
  return batch.id;
}

/** The second of two concurrent undo requests waits for the first. */
export async function lockBatch(tx: Db, id: string) {
  const [batch] = await tx.select().from(productBatches).where(eq(productBatches.id, id)).for('no key update');
  return batch;
}

export const updateUndone = (tx: Db, id: string) =>
  tx.update(productBatches).set({ undoneAt: new Date() }).where(eq(productBatches.id, id));

/** The audit entries of a batch, in the order of product ids. */
export async function listBatchChanges(db: Db, id: string, productIds: string[]) {
  const { rows } = await db.execute<BatchChange>(sql`
    select id, entity_id as "productId", action, before, after from audit_log
     where entity = 'product' and entity_id = any (${sql.param(productIds)}::text[]) and after ->> 'batch' = ${id}
       and action in ('product.update', 'stock.adjust') order by entity_id, id`);
  return rows;
}

/** Which of these are current or previous names of categories. */
export async function listKnownCategories(db: Db, names: string[]) {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from categories where name = any (${sql.param(names)}::text[])
     union
    select alias from taxonomy_redirects
     where kind = 'category' and category_id is not null and alias = any (${sql.param(names)}::text[])`);
  return new Set(rows.map(({ name }) => name));
}
