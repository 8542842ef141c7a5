import type { Db } from '#platform/database/db.ts';
import { basisPoints, number, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, columnsOf, count, rowsOf } from '#platform/database/sql.ts';
import type { DemoCode, UsableCode } from '#sample/demo/generate/codes.ts';
import type { DemoOrder } from '#sample/demo/generate/orders.ts';
import { inChunks } from './chunks.ts';

const usable = {
  id: uuid,
  code: text,
  percentBp: basisPoints,
  startsAt: orNull(timestamp),
  endsAt: orNull(timestamp),
  usageLimit: orNull(number),
  perUserLimit: orNull(number),
};
const COLUMNS = columnsOf(usable);

/** Existing codes stay as they are. Returns the ids of the new ones, and all codes that the orders can use. */
export async function insertCodes(tx: Db, codes: readonly DemoCode[]) {
  const unlimited: UsableCode[] = await tx.run(
    all('demo.listUnlimitedCodes', usable)`
      select ${COLUMNS} from discount_codes
       where active and usage_limit is null and per_user_limit is null order by code`,
  );
  const rows = codes.map((code) => ({ ...code, updatedAt: code.createdAt }));
  const added = await tx.run(
    all('demo.insertCodes', usable)`
      insert into discount_codes ${rowsOf(rows)} on conflict do nothing returning ${COLUMNS}`,
  );
  return { added: new Set(added.map(({ id }) => id)), usable: [...unlimited, ...added] };
}

export async function insertRedemptions(tx: Db, orders: readonly DemoOrder[]) {
  const redemptions = orders.flatMap(({ checkoutId, code, customer, placedAt, status, steps }) => {
    if (!code) return [];
    const releasedAt = status === 'cancelled' ? (steps.at(-1)?.at ?? null) : null;
    return { discountCodeId: code.id, userId: customer.id, checkoutId, releasedAt, createdAt: placedAt };
  });
  await inChunks(
    tx,
    redemptions,
    (part) => count('demo.insertRedemptions')`insert into discount_redemptions ${rowsOf(part)}`,
  );

  const used = new Map<string, number>();
  for (const { discountCodeId, releasedAt } of redemptions)
    if (!releasedAt) used.set(discountCodeId, (used.get(discountCodeId) ?? 0) + 1);
  for (const [id, times] of used)
    await tx.run(count('demo.addUses')`update discount_codes set used = used + ${times} where id = ${id}`);
}
