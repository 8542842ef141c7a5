import type { StockChange, StockChanged } from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { record } from '#audit/service.ts';
import type { Db } from '#db.ts';
import type { Actor } from '#platform/access.ts';
import { DomainError } from '#platform/errors.ts';
import { findShelf, insertMovement, updateStock } from './queries-edit.ts';

/** Pieces came or went: added to what is there now, whatever was sold since somebody looked. Never below none. */
export async function changeStock(
  tx: Db,
  actor: Actor,
  { variantId, delta, reason }: StockChange,
): Promise<StockChanged> {
  const moved = await updateStock(tx, variantId, delta);
  const shelf = await findShelf(tx, variantId);
  if (!shelf) throw new DomainError('not_found', 'variant_not_found', messages.variantNotFound);
  if (!moved) {
    const message = messages.tooFewLeft(shelf.available);
    throw new DomainError('conflict', 'too_few_left', message, { errors: [{ field: 'delta', message }] });
  }
  await insertMovement(tx, { variantId, delta, reason, actorUserId: actor.id });
  await record(tx, actor, {
    action: 'stock.change',
    entity: 'product',
    entityId: moved.productId,
    before: { sku: shelf.sku, quantity: moved.available - delta },
    after: { sku: shelf.sku, quantity: moved.available, reason },
  });
  return { variantId, sku: shelf.sku, quantity: moved.available };
}
