import type { Db } from '#platform/database/db.ts';
import { isDryRun, recordEffect } from '#platform/effects.ts';
import type { ProductSnapshot } from './edit-rules.ts';
import { countHolders } from './effect-queries.ts';
import { effectsOfChange, leavesStore } from './effect-rules.ts';

/** Of a product that was saved. */
export async function recordSavedProduct(tx: Db, id: string, before: ProductSnapshot, after: ProductSnapshot) {
  for (const effect of effectsOfChange(before, after)) recordEffect(effect);
  if (leavesStore(before, after)) await recordHolders(tx, [id]);
}

/** Of products that were deleted, with their previous status. */
export async function recordDeletedProducts(tx: Db, deleted: { id: string; was: string }[]) {
  recordEffect({ kind: 'product', change: 'deleted', count: deleted.length });
  const published = deleted.filter(({ was }) => was === 'published');
  if (published.length > 0)
    await recordHolders(
      tx,
      published.map(({ id }) => id),
    );
}

async function recordHolders(tx: Db, productIds: string[]) {
  if (!isDryRun()) return;
  const { cartItems, wishlistItems, stockAlerts } = await tx.run(countHolders(productIds));
  recordEffect({ kind: 'affected', what: 'cart_item', count: cartItems });
  recordEffect({ kind: 'affected', what: 'wishlist_item', count: wishlistItems });
  recordEffect({ kind: 'affected', what: 'stock_alert', count: stockAlerts });
}
