import { EMAIL_UNDO_DAYS } from '@shop/contracts/identity/constants';
import { and, eq, gt, gte, ne, sql } from 'drizzle-orm';
import { accounts, twoFactors, emailChangeUndos as undos } from '#identity/schema.ts';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

const LIFETIME = sql`make_interval(days => ${EMAIL_UNDO_DAYS})`;

/** Only the hash of the secret is stored. */
export async function insertUndo(tx: Db, userId: string, oldEmail: string, secretHash: string) {
  const [undo] = await tx
    .insert(undos)
    .values({ userId, oldEmail, secretHash, expiresAt: sql`now() + ${LIFETIME}` })
    .returning({ expiresAt: undos.expiresAt });
  if (!undo) throw new Error('The undo link of the email change was not stored.');
  return undo;
}

export async function findUndo(tx: Db, userId: string, secretHash: string) {
  const [undo] = await tx
    .select()
    .from(undos)
    .where(and(eq(undos.userId, userId), eq(undos.secretHash, secretHash), gt(undos.expiresAt, sql`now()`)));
  return undo;
}

/** This one and later ones. Earlier ones stay: an attacker undoing their own change must not end the owner's link. */
export const deleteUndosSince = (tx: Db, { userId, id }: { userId: string; id: string }) =>
  tx.delete(undos).where(and(eq(undos.userId, userId), gte(undos.id, id)));

export const deleteUndos = (tx: Db, userId: string) => tx.delete(undos).where(eq(undos.userId, userId));

export const deleteExpiredUndos = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from email_change_undos where id in (
        select id from email_change_undos where expires_at < ${endOfRetention('emailChangeUndos')}
         order by expires_at limit ${PORTION} for update skip locked)`),
  );

/** Whether a valid undo link could restore this email address to another account. */
export async function isEmailReserved(db: Db, email: string, exceptUserId: string) {
  const [undo] = await db
    .select({ id: undos.id })
    .from(undos)
    .where(and(eq(undos.oldEmail, email), ne(undos.userId, exceptUserId), gt(undos.expiresAt, sql`now()`)))
    .limit(1);
  return undo !== undefined;
}

/** Blocks logins until the password is reset. A trigger ends every session. */
export const deletePassword = (tx: Db, userId: string) =>
  tx
    .update(accounts)
    .set({ password: null })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));

/** Whether it was set up after the change, or so shortly before that the owner may not have noticed. */
export async function isTwoFactorRecent(tx: Db, userId: string, changedAt: Date) {
  const since = firstIdAt(sql`${changedAt.toISOString()}::timestamptz - ${LIFETIME}`);
  const [recent] = await tx
    .select({ id: twoFactors.id })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), gte(twoFactors.id, since)));
  return recent !== undefined;
}
