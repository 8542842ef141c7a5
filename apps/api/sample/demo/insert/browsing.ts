import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoCart, DemoStockAlert, DemoWishlistItem } from '#sample/demo/generate/browsing.ts';
import { inChunks } from './chunks.ts';

export async function insertCarts(tx: Db, abandoned: readonly DemoCart[]) {
  const rows = abandoned.map(({ id, userId, guestTokenHash, updatedAt }) => ({
    id,
    userId,
    guestTokenHash: guestTokenHash === undefined ? undefined : Buffer.from(guestTokenHash, 'hex'),
    createdAt: updatedAt,
    updatedAt,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertCarts')`insert into carts ${rowsOf(part)}`);
  const lines = abandoned.flatMap(({ id: cartId, lines: chosen, updatedAt: createdAt }) =>
    chosen.map(({ variant, quantity }) => ({
      cartId,
      variantId: variant.variantId,
      quantity,
      lastShownPriceCents: variant.unitPriceCents,
      createdAt,
    })),
  );
  await inChunks(tx, lines, (part) => count('demo.insertCartLines')`insert into cart_lines ${rowsOf(part)}`);
}

export const insertWishlists = (tx: Db, items: readonly DemoWishlistItem[]) =>
  inChunks(tx, items, (part) => {
    const rows = part.map(({ at: createdAt, ...item }) => ({ ...item, createdAt }));
    return count('demo.insertWishlists')`insert into wishlist_items ${rowsOf(rows)}`;
  });

export const insertStockAlerts = (tx: Db, alerts: readonly DemoStockAlert[]) =>
  inChunks(tx, alerts, (part) => {
    const rows = part.map(({ at: createdAt, ...alert }) => ({ ...alert, createdAt }));
    return count('demo.insertWaitlist')`insert into waitlist ${rowsOf(rows)}`;
  });
