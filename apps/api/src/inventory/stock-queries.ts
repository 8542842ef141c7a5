import { eq, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { stock, stockMovements } from './schema.ts';

/** In variant id order, like every lock on stock. */
export const lockStockOfProduct = (tx: Db, productId: string) =>
  tx.execute(sql`select from stock where product_id = ${productId} order by variant_id for no key update`);

export const insertStock = (tx: Db, rows: (typeof stock.$inferInsert)[]) => tx.insert(stock).values(rows);

export const insertMovements = (tx: Db, rows: (typeof stockMovements.$inferInsert)[]) =>
  tx.insert(stockMovements).values(rows);

/** Returns the new quantity; undefined, without a change, if it would be negative. */
export async function updateStock(tx: Db, variantId: string, delta: number) {
  const { rows } = await tx.execute<{ productId: string; available: number }>(sql`
    update stock set received = received + ${delta}, available = available + ${delta}
     where variant_id = ${variantId} and available + ${delta} >= 0
    returning product_id as "productId", available::float8`);
  return rows[0];
}

const SKU = sql<string>`(select sku from variants where variants.id = ${stock.variantId})`;

export async function findStock(tx: Db, variantId: string) {
  const [row] = await tx
    .select({ sku: SKU, available: stock.available })
    .from(stock)
    .where(eq(stock.variantId, variantId));
  return row;
}

type LockedStock = { variantId: string; productId: string; sku: string; available: number };

/** In variant id order, like every lock on stock. */
export async function lockStockOfVariants(tx: Db, variantIds: string[]) {
  const { rows } = await tx.execute<LockedStock>(sql`
    select k.variant_id as "variantId", k.product_id as "productId", v.sku, k.available::float8
      from stock k join variants v on v.id = k.variant_id where k.variant_id = any (${sql.param(variantIds)}::uuid[])
     order by k.variant_id for no key update of k`);
  return rows;
}

/** For locked rows that have enough units. */
export const addToStock = (tx: Db, deltas: { variantId: string; delta: number }[]) =>
  tx.execute(sql`
    update stock k set received = k.received + d.delta, available = k.available + d.delta
      from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d ("variantId" uuid, delta bigint)
     where k.variant_id = d."variantId"`);
