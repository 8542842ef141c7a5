import { problemMessages } from '@shop/contracts/common/messages';
import type { Permission } from '@shop/contracts/common/permissions';
import { z } from 'zod';
import type { Db } from '#platform/database/db.ts';
import { bool, type Row, text, uuid } from '#platform/database/row.ts';
import { all, first, sql } from '#platform/database/sql.ts';
import { DomainError } from '#platform/errors.ts';
import { canNow, unauthenticated } from './access.ts';

const activeUser = { id: uuid, name: text, email: text, emailVerified: bool };
export const ActiveUser = z.object({ id: z.string(), name: z.string(), email: z.string(), emailVerified: z.boolean() });
export type ActiveUser = Row<typeof activeUser>;
/** The email address of a guest is the one entered; it is never verified. */
export const ACTIVE_USER_COLUMNS = sql`id, name, coalesce(guest_email, email) as email, email_verified as "emailVerified"`;

/**
 * Call it first in every transaction that stores data of an account. `FOR KEY SHARE` blocks only account deletion: the
 * deletion waits for this transaction and erases what it stored, or has committed first, and then there is no active
 * user. Users are locked before anything else, as in the deletion, to prevent deadlocks.
 */
export async function lockIfActive(tx: Db, userId: string) {
  return tx.run(
    first(
      'users.lockActive',
      activeUser,
    )`select ${ACTIVE_USER_COLUMNS} from users where id = ${userId} and deleted_at is null for key share`,
  );
}

/** The same for requests: answers 401 if the account was deleted after the session was checked. */
export async function lockActiveUser(tx: Db, userId: string) {
  const user = await lockIfActive(tx, userId);
  if (!user) throw unauthenticated();
  return user;
}

/** The same for many users, locked in the order of their ids; returns the active ones. */
export async function lockActiveUsers(tx: Db, userIds: string[]) {
  const rows = await tx.run(all('users.lockActiveOnes', activeUser)`
    select ${ACTIVE_USER_COLUMNS} from users where id = any (${userIds}::uuid[]) and deleted_at is null
     order by id for key share`);
  return new Map(rows.map((user) => [user.id, user]));
}

/**
 * For work in the background, before each item or batch: whether the person who started it has an active account and
 * these permissions now. Not locked: what is being done while a role changes is the last that is done.
 */
export async function canStill(db: Db, userId: string | null, permissions: Permission[]) {
  const starter = await db.run(
    first('users.findActor', {
      id: uuid,
      name: text,
      role: text,
    })`select id, name, role from users where id = ${userId} and deleted_at is null`,
  );
  return starter !== undefined && permissions.every((permission) => canNow(starter, permission));
}

/**
 * For data that others store about an account: staff, or a guest who enters its email address. Throws if the account is
 * deleted while this waits for the lock; an account deleted before, or no account, is accepted.
 */
export async function lockAgainstDeletion(tx: Db, account: { id: string } | { email: string }) {
  const matchesAccount = 'id' in account ? sql`id = ${account.id}` : sql`email = ${account.email}`;
  const locked = await tx.run(first('users.lockAgainstDeletion', { erased: bool })`
    with found as (select id, deleted_at from users where ${matchesAccount}),
         locked as (select u.id, u.deleted_at from users u where u.id = (select id from found) for key share)
    select locked.deleted_at is distinct from found.deleted_at as erased from found join locked using (id)`);
  if (locked?.erased) throw new DomainError('conflict', 'account_changed', problemMessages.accountChanged);
}
