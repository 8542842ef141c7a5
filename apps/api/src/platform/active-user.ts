import { problemMessages } from '@shop/contracts/problem';
import { sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { unauthenticated } from './access.ts';
import { DomainError } from './errors.ts';

type ActiveUser = { id: string; name: string; email: string; emailVerified: boolean };
const COLUMNS = sql`id, name, email, email_verified as "emailVerified"`;

/**
 * Call it first in every transaction that stores something of an account. `FOR KEY SHARE` blocks only account deletion:
 * it waits until this transaction has ended and erases what that stored, or has ended itself, and then there is no
 * active user. Users are locked before anything else, as the deletion does it.
 */
export async function lockIfActive(tx: Db, userId: string) {
  const { rows } = await tx.execute<ActiveUser>(
    sql`select ${COLUMNS} from users where id = ${userId} and deleted_at is null for key share`,
  );
  return rows[0];
}

/** The same for requests: one whose account was deleted since its session was checked is refused. */
export async function lockActiveUser(tx: Db, userId: string) {
  const user = await lockIfActive(tx, userId);
  if (!user) throw unauthenticated();
  return user;
}

/** The same for many, in the order of their ids: those of them who are active. */
export async function lockActiveUsers(tx: Db, userIds: string[]) {
  const { rows } = await tx.execute<ActiveUser>(sql`
    select ${COLUMNS} from users where id = any (${sql.param(userIds)}::uuid[]) and deleted_at is null
     order by id for key share`);
  return new Map(rows.map((user) => [user.id, user]));
}

/**
 * For what is stored about an account by others: staff, or a guest who gives its email address. Refused if the account
 * is deleted while this waits; an account deleted before, or none at all, is no obstacle.
 */
export async function lockAgainstDeletion(tx: Db, account: { id: string } | { email: string }) {
  const matchesAccount = 'id' in account ? sql`id = ${account.id}` : sql`email = ${account.email}`;
  const { rows } = await tx.execute<{ erased: boolean }>(sql`
    with found as (select id, deleted_at from users where ${matchesAccount}),
         locked as (select u.id, u.deleted_at from users u where u.id = (select id from found) for key share)
    select locked.deleted_at is distinct from found.deleted_at as erased from found join locked using (id)`);
  if (rows[0]?.erased) throw new DomainError('conflict', 'account_changed', problemMessages.accountChanged);
}
