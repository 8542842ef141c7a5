import { EMAIL_UNDO_DAYS } from '@shop/contracts/identity/constants';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { text, timestamp, uuid } from '#platform/database/row.ts';
import { all, columnsOf, count, first, one, rowsOf, sql } from '#platform/database/sql.ts';
import { endOfRetention, PORTION } from '#platform/retention.ts';

const LIFETIME = sql`make_interval(days => ${EMAIL_UNDO_DAYS})`;

/** Only the hash of the secret is stored. */
export const insertUndo = (userId: string, oldEmail: string, secretHash: string) =>
  one('identity.insertUndo', { expiresAt: timestamp })`
    insert into email_change_undos ${rowsOf([{ userId, oldEmail, secretHash, expiresAt: sql`now() + ${LIFETIME}` }])}
    returning expires_at`;

const undo = { id: uuid, userId: uuid, oldEmail: text, createdAt: timestamp };

export const findUndo = (userId: string, secretHash: string) =>
  first('identity.findUndo', undo)`
    select ${columnsOf(undo)} from email_change_undos
     where user_id = ${userId} and secret_hash = ${secretHash} and expires_at > now()`;

/** This one and later ones. Earlier ones stay: an attacker undoing their own change must not end the owner's link. */
export const deleteUndosSince = ({ userId, id }: { userId: string; id: string }) =>
  count('identity.deleteUndosSince')`delete from email_change_undos where user_id = ${userId} and id >= ${id}`;

export const deleteUndos = (userId: string) =>
  count('identity.deleteUndos')`delete from email_change_undos where user_id = ${userId}`;

export const deleteExpiredUndos = () =>
  count('identity.deleteExpiredUndos')`
    delete from email_change_undos where id in (
      select id from email_change_undos where expires_at < ${endOfRetention('emailChangeUndos')}
       order by expires_at limit ${PORTION} for update skip locked)`;

/** Whether a valid undo link could restore this email address to another account. */
export async function isEmailReserved(db: Db, email: string, exceptUserId: string) {
  const found = await db.run(
    first('identity.findReservation', { id: uuid })`
      select id from email_change_undos
       where old_email = ${email} and user_id <> ${exceptUserId} and expires_at > now() limit 1`,
  );
  return found !== undefined;
}

/** Blocks logins until the password is reset. A trigger ends every session. */
export const deletePassword = (userId: string) =>
  count('identity.clearPassword')`
    update accounts set password = null where user_id = ${userId} and provider_id = 'credential'`;

/** Whether it was set up after the change, or so shortly before that the owner may not have noticed. */
export async function isTwoFactorRecent(tx: Db, userId: string, changedAt: Date) {
  const since = firstIdAt(sql`${changedAt.toISOString()}::timestamptz - ${LIFETIME}`);
  const recent = await tx.run(
    all('identity.findRecentTwoFactor', { id: uuid })`
      select id from two_factors where user_id = ${userId} and id >= ${since}`,
  );
  return recent.length > 0;
}
