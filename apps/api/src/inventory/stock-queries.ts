import { number, present, text, uuid } from '#platform/database/row.ts';
import { all, count, first, rowsOf } from '#platform/database/sql.ts';

/** In variant id order, like every lock on stock. */
export const lockStockOfProduct = (productId: string) =>
  count(
    'inventory.lockStockOfProduct',
  )`select from stock where product_id = ${productId} order by variant_id for no key update`;

type NewStock = { variantId: string; productId: string; received: number; available: number };

export const insertStock = (rows: NewStock[]) => count('inventory.insertStock')`insert into stock ${rowsOf(rows)}`;

type NewMovement = { variantId: string; delta: number; reason: string; actorUserId: string | null };

export const insertMovements = (rows: NewMovement[]) =>
  count('inventory.insertMovements')`insert into stock_movements ${rowsOf(rows)}`;

/** Returns the new quantity; undefined, without a change, if it would be negative. */
export const updateStock = (variantId: string, delta: number) =>
  first('inventory.updateStock', { productId: uuid, available: number })`
    update stock set received = received + ${delta}, available = available + ${delta}
     where variant_id = ${variantId} and available + ${delta} >= 0
    returning product_id, available`;

export const findStock = (variantId: string) =>
  first('inventory.findStock', { sku: present(text, 'stock is of a variant'), available: number })`
    select (select sku from variants where variants.id = stock.variant_id) as sku, available
      from stock where variant_id = ${variantId}`;

/** In variant id order, like every lock on stock. */
export const lockStockOfVariants = (variantIds: string[]) =>
  all('inventory.lockStockOfVariants', { variantId: uuid, productId: uuid, sku: text, available: number })`
    select k.variant_id, k.product_id, v.sku, k.available
      from stock k join variants v on v.id = k.variant_id where k.variant_id = any (${variantIds}::uuid[])
     order by k.variant_id for no key update of k`;

/** For locked rows that have enough units. */
export const addToStock = (deltas: { variantId: string; delta: number }[]) =>
  count('inventory.addToStock')`
    update stock k set received = k.received + d.delta, available = k.available + d.delta
      from jsonb_to_recordset(${JSON.stringify(deltas)}::jsonb) as d ("variantId" uuid, delta bigint)
     where k.variant_id = d."variantId"`;
