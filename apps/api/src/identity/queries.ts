import { IDLE_DAYS, STAFF_IDLE_HOURS, STAFF_SESSION_HOURS } from '@shop/contracts/common/permissions';
import type { Session } from '@shop/contracts/identity/schema';
import { UNREAD_COUNTED } from '@shop/contracts/notifications/schema';
import { and, asc, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { type Db, PREPARED } from '#platform/database/db.ts';
import { inlineNumber } from '#platform/database/inline.ts';
import type { Actor } from '#platform/http/access.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';
import { accounts, addresses, sessions, users, verifications } from './schema.ts';

/** `updated_at` of a session is its last use, accurate to five minutes. */
export const LIVE_SESSION = sql.raw(`s.expires_at > now() and s.updated_at > now() - interval '${IDLE_DAYS} days'`);

const SESSION_TOO_OLD = sql.raw(`(s.created_at < now() - interval '${STAFF_SESSION_HOURS} hours'
                                   or s.updated_at < now() - interval '${STAFF_IDLE_HOURS} hours')`);

/** Runs on every authenticated request. Use does not renew a session too old for staff. */
export async function findActorByToken(db: Db, token: string): Promise<Actor | undefined> {
  type ActorRow = Actor & { useIsOld: boolean };
  const { rows } = await db.execute<ActorRow>(sql`${PREPARED}
    select u.id, u.name, u.role, u.guest_email is not null as guest,
           u.role <> 'customer' and not u.two_factor_enabled and (select admins_need_two_factor from store_settings)
             as "needsTwoFactor",
           u.role <> 'customer' and u.needs_new_password as "needsNewPassword",
           u.role <> 'customer' and ${SESSION_TOO_OLD} as "sessionTooOld",
           s.updated_at < now() - interval '5 minutes' as "useIsOld"
      from sessions s join users u on u.id = s.user_id
     where s.token = ${token} and ${LIVE_SESSION} and u.deleted_at is null`);
  if (!rows[0]) return undefined;
  const { useIsOld, ...actor } = rows[0];
  if (useIsOld && !actor.sessionTooOld) await updateLastUse(db, token);
  return actor;
}

const updateLastUse = (db: Db, token: string) =>
  db.execute(sql`${PREPARED}
    update sessions set updated_at = now() where token = ${token} and updated_at < now() - interval '5 minutes'`);

/** The tokens whose sessions have not ended. */
export async function listLiveTokens(db: Db, tokens: string[]) {
  const { rows } = await db.execute<{ token: string }>(sql`${PREPARED}
    select s.token from sessions s join users u on u.id = s.user_id
     where s.token = any (${sql.param(tokens)}) and ${LIVE_SESSION} and u.deleted_at is null`);
  return new Set(rows.map(({ token }) => token));
}

export async function findCounts(db: Db, userId: string) {
  const { rows } = await db.execute<Omit<Session, 'user'>>(sql`${PREPARED}
    select (select coalesce(sum(l.quantity), 0)::int from carts c join cart_lines l on l.cart_id = c.id
             where c.user_id = ${userId}) as "cartCount",
           (select count(*)::int from wishlist_items w join products p on p.id = w.product_id and p.status = 'published'
             where w.user_id = ${userId}) as "wishlistCount",
           (select coalesce(json_agg(product_id), '[]') from wishlist_items where user_id = ${userId}) as "wishlist",
           (select count(*)::int from (select from notifications where user_id = ${userId} and read_at is null
                                      limit ${inlineNumber(UNREAD_COUNTED)}) unread) as "unreadCount",
           (select country from addresses where user_id = ${userId} order by is_default desc, id limit 1) as country`);
  return rows[0];
}

/** Undefined after account deletion, which leaves an anonymized row. */
export async function findUser(db: Db, id: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return user;
}

export const listAddresses = (db: Db, userId: string) =>
  db.select().from(addresses).where(eq(addresses.userId, userId)).orderBy(desc(addresses.isDefault), asc(addresses.id));

export async function findUserId(db: Db, email: string) {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id;
}

export async function findPasswordHash(db: Db, userId: string) {
  const [account] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));
  return account?.password ?? undefined;
}

export async function insertAccount(tx: Db, user: typeof users.$inferInsert, passwordHash: string) {
  const [added] = await tx.insert(users).values(user).returning({ id: users.id });
  if (!added) throw new Error(`The account ${user.email} was not stored.`);
  await tx
    .insert(accounts)
    .values({ userId: added.id, accountId: added.id, providerId: 'credential', password: passwordHash });
  return added.id;
}

/** For staff, the next login checks whether the password is strong enough. */
export const updateRole = (tx: Db, userId: string, role: string, needsNewPassword: boolean) =>
  tx.update(users).set({ role, needsNewPassword }).where(eq(users.id, userId));

/** Writes only on a change, and only for staff. */
export const updateNeedsNewPassword = (tx: Db, userId: string, needsNewPassword: boolean) =>
  tx
    .update(users)
    .set({ needsNewPassword })
    .where(and(eq(users.id, userId), ne(users.role, 'customer'), ne(users.needsNewPassword, needsNewPassword)));

/** Stored of staff only. */
export const updateLastLogin = (tx: Db, userId: string) =>
  tx
    .update(users)
    .set({ lastLoginAt: sql`now()` })
    .where(and(eq(users.id, userId), ne(users.role, 'customer')));

export const updatePassword = (tx: Db, userId: string, passwordHash: string) =>
  tx
    .update(accounts)
    .set({ password: passwordHash })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));

export async function findSessionUser(db: Db, token: string) {
  const [session] = await db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.token, token));
  return session?.userId;
}

export const deleteSession = (db: Db, token: string) => db.delete(sessions).where(eq(sessions.token, token));

/** All links and unfinished two-factor logins of this user. */
export const deleteVerifications = (db: Db, userId: string) =>
  db
    .delete(verifications)
    .where(or(eq(verifications.value, userId), eq(verifications.identifier, emailChangeOf(userId))));

/** One per user, so that a newer email change replaces the older one. */
export const emailChangeOf = (userId: string) => `change-email:${userId}`;

export const deleteExpiredVerifications = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from verifications where id in (
        select id from verifications where expires_at < ${endOfRetention('verifications')}
         order by expires_at limit ${PORTION} for update skip locked)`),
  );

/** Kept for a day after they expire, to investigate complaints. */
export const deleteExpiredSessions = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from sessions where id in (
        select id from sessions where expires_at < ${endOfRetention('sessions')}
         order by expires_at limit ${PORTION} for update skip locked)`),
  );
