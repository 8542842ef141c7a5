import type { NewAddress } from '@shop/contracts/identity/schema';
import { and, asc, eq } from 'drizzle-orm';
import { addresses } from '#identity/schema.ts';
import type { Db } from '#platform/database/db.ts';

type Lines = Omit<NewAddress, 'id' | 'isDefault'>;

const isOwn = (userId: string, id: string) => and(eq(addresses.id, id), eq(addresses.userId, userId));

export const countAddresses = (db: Db, userId: string) => db.$count(addresses, eq(addresses.userId, userId));

export async function insertAddress(tx: Db, userId: string, lines: Lines) {
  const [inserted] = await tx
    .insert(addresses)
    .values({ ...lines, userId })
    .returning({ id: addresses.id });
  if (!inserted) throw new Error('The address was not stored.');
  return inserted;
}

/** Undefined if the id is unknown or belongs to another user, as in the functions below. */
export async function updateAddress(tx: Db, userId: string, id: string, lines: Lines) {
  const [changed] = await tx.update(addresses).set(lines).where(isOwn(userId, id)).returning({ id: addresses.id });
  return changed;
}

export async function updateDefault(tx: Db, userId: string, id: string) {
  // Clears the old default first: a unique index allows only one at any time.
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), eq(addresses.isDefault, true)));
  const [changed] = await tx
    .update(addresses)
    .set({ isDefault: true })
    .where(isOwn(userId, id))
    .returning({ id: addresses.id });
  return changed;
}

export async function deleteAddress(tx: Db, userId: string, id: string) {
  const [deleted] = await tx.delete(addresses).where(isOwn(userId, id)).returning({ isDefault: addresses.isDefault });
  return deleted;
}

export async function findOldestAddress(db: Db, userId: string) {
  const [oldest] = await db
    .select({ id: addresses.id })
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(asc(addresses.createdAt), asc(addresses.id))
    .limit(1);
  return oldest;
}
