import { cartLines, carts, wishlistItems } from '#cart/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { DemoCart, DemoStockAlert, DemoWishlistItem } from '#sample/demo/generate/browsing.ts';
import { waitlist } from '#waitlist/schema.ts';
import { inChunks } from './chunks.ts';

export async function insertCarts(tx: Db, abandoned: readonly DemoCart[]) {
  const rows = abandoned.map(({ id, userId, guestTokenHash, updatedAt }) => ({
    id,
    userId,
    guestTokenHash: guestTokenHash === undefined ? undefined : Buffer.from(guestTokenHash, 'hex'),
    createdAt: updatedAt,
    updatedAt,
  }));
  await inChunks(rows, (part) => tx.insert(carts).values(part));
  const lines = abandoned.flatMap(({ id: cartId, lines: chosen, updatedAt: createdAt }) =>
    chosen.map(({ variant, quantity }) => ({
      cartId,
      variantId: variant.variantId,
      quantity,
      lastShownPriceCents: variant.unitPriceCents,
      createdAt,
    })),
  );
  await inChunks(lines, (part) => tx.insert(cartLines).values(part));
}

export const insertWishlists = (tx: Db, items: readonly DemoWishlistItem[]) =>
  inChunks(items, (part) =>
    tx.insert(wishlistItems).values(part.map(({ at, ...item }) => ({ ...item, createdAt: at }))),
  );

export const insertStockAlerts = (tx: Db, alerts: readonly DemoStockAlert[]) =>
  inChunks(alerts, (part) => tx.insert(waitlist).values(part.map(({ at, ...alert }) => ({ ...alert, createdAt: at }))));
