import { and, eq, isNull, sql } from 'drizzle-orm';
import { discountCodes, discountRedemptions } from '#discounts/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { DemoCode, UsableCode } from '#sample/demo/generate/codes.ts';
import type { DemoOrder } from '#sample/demo/generate/orders.ts';
import { inChunks } from './chunks.ts';

const USABLE = {
  id: discountCodes.id,
  code: discountCodes.code,
  percentBp: discountCodes.percentBp,
  startsAt: discountCodes.startsAt,
  endsAt: discountCodes.endsAt,
  usageLimit: discountCodes.usageLimit,
  perUserLimit: discountCodes.perUserLimit,
};

/** Existing codes stay as they are. Returns the ids of the new ones, and all codes that the orders can use. */
export async function insertCodes(tx: Db, codes: readonly DemoCode[]) {
  const unlimited: UsableCode[] = await tx
    .select(USABLE)
    .from(discountCodes)
    .where(and(discountCodes.active, isNull(discountCodes.usageLimit), isNull(discountCodes.perUserLimit)))
    .orderBy(discountCodes.code);
  const rows = codes.map((code) => ({ ...code, updatedAt: code.createdAt }));
  const added = await tx.insert(discountCodes).values(rows).onConflictDoNothing().returning(USABLE);
  return { added: new Set(added.map(({ id }) => id)), usable: [...unlimited, ...added] };
}

export async function insertRedemptions(tx: Db, orders: readonly DemoOrder[]) {
  const redemptions = orders.flatMap(({ checkoutId, code, customer, placedAt, status, steps }) => {
    if (!code) return [];
    const releasedAt = status === 'cancelled' ? (steps.at(-1)?.at ?? null) : null;
    return { discountCodeId: code.id, userId: customer.id, checkoutId, releasedAt, createdAt: placedAt };
  });
  await inChunks(redemptions, (part) => tx.insert(discountRedemptions).values(part));

  const used = new Map<string, number>();
  for (const { discountCodeId, releasedAt } of redemptions)
    if (!releasedAt) used.set(discountCodeId, (used.get(discountCodeId) ?? 0) + 1);
  for (const [id, times] of used)
    await tx
      .update(discountCodes)
      .set({ used: sql`${discountCodes.used} + ${times}` })
      .where(eq(discountCodes.id, id));
}
