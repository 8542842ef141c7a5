import { IDLE_DAYS, STAFF_IDLE_HOURS, STAFF_SESSION_HOURS } from '@shop/contracts/common/permissions';
import { Session } from '@shop/contracts/identity/schema';
import { UNREAD_COUNTED } from '@shop/contracts/notifications/schema';
import type { Db } from '#platform/database/db.ts';
import { bool, json, number, orNull, text, uuid } from '#platform/database/row.ts';
import { all, columnsOf, count, first, one, raw, rowsOf } from '#platform/database/sql.ts';
import type { Actor } from '#platform/http/access.ts';
import { endOfRetention, PORTION } from '#platform/retention.ts';

/** `updated_at` of a session is its last use, accurate to five minutes. */
export const LIVE_SESSION = raw(`s.expires_at > now() and s.updated_at > now() - interval '${IDLE_DAYS} days'`);

const SESSION_TOO_OLD = raw(`(s.created_at < now() - interval '${STAFF_SESSION_HOURS} hours'
                               or s.updated_at < now() - interval '${STAFF_IDLE_HOURS} hours')`);

const actorOfSession = {
  id: uuid,
  name: text,
  role: text,
  guest: bool,
  needsTwoFactor: bool,
  needsNewPassword: bool,
  sessionTooOld: bool,
  useIsOld: bool,
};

/** Runs on every authenticated request. Use does not renew a session too old for staff. */
export async function findActorByToken(db: Db, token: string): Promise<Actor | undefined> {
  const found = await db.run(findSession(token));
  if (!found) return undefined;
  const { useIsOld, ...actor } = found;
  if (useIsOld && !actor.sessionTooOld) await db.run(updateLastUse(token));
  return actor;
}

const findSession = (token: string) =>
  first('identity.findSession', actorOfSession, { prepare: true })`
    select u.id, u.name, u.role, u.guest_email is not null as guest,
           u.role <> 'customer' and not u.two_factor_enabled and (select admins_need_two_factor from store_settings)
             as needs_two_factor,
           u.role <> 'customer' and u.needs_new_password as needs_new_password,
           u.role <> 'customer' and ${SESSION_TOO_OLD} as session_too_old,
           s.updated_at < now() - interval '5 minutes' as use_is_old
      from sessions s join users u on u.id = s.user_id
     where s.token = ${token} and ${LIVE_SESSION} and u.deleted_at is null`;

const updateLastUse = (token: string) =>
  count('identity.updateLastUse', { prepare: true })`
    update sessions set updated_at = now() where token = ${token} and updated_at < now() - interval '5 minutes'`;

/** The tokens whose sessions have not ended. */
export async function listLiveTokens(db: Db, tokens: string[]) {
  const rows = await db.run(
    all('identity.listLiveTokens', { token: text }, { prepare: true })`
      select s.token from sessions s join users u on u.id = s.user_id
       where s.token = any (${tokens}) and ${LIVE_SESSION} and u.deleted_at is null`,
  );
  return new Set(rows.map(({ token }) => token));
}

const counts = {
  cartCount: number,
  wishlistCount: number,
  wishlist: json(Session.shape.wishlist),
  unreadCount: number,
  country: orNull(text),
};

export const findCounts = (userId: string) =>
  one('identity.findCounts', counts, { prepare: true })`
    select (select coalesce(sum(l.quantity), 0) from carts c join cart_lines l on l.cart_id = c.id
             where c.user_id = ${userId}) as cart_count,
           (select count(*) from wishlist_items w join products p on p.id = w.product_id and p.status = 'published'
             where w.user_id = ${userId}) as wishlist_count,
           (select coalesce(json_agg(product_id), '[]') from wishlist_items where user_id = ${userId}) as wishlist,
           (select count(*) from (select from notifications where user_id = ${userId} and read_at is null
                                   limit ${raw(`${UNREAD_COUNTED}`)}) unread) as unread_count,
           (select country from addresses where user_id = ${userId} order by is_default desc, id limit 1) as country`;

const user = {
  id: uuid,
  name: text,
  email: text,
  emailVerified: bool,
  phone: orNull(text),
  role: text,
  twoFactorEnabled: bool,
  guestEmail: orNull(text),
};

/** Undefined after account deletion, which leaves an anonymized row. */
export const findUser = (id: string) =>
  first('identity.findUser', user)`
    select ${columnsOf(user)} from users where id = ${id} and deleted_at is null`;

const address = {
  id: uuid,
  name: text,
  recipient: orNull(text),
  line1: text,
  line2: orNull(text),
  city: text,
  state: text,
  postalCode: text,
  country: text,
  phone: orNull(text),
  isDefault: bool,
};

export const listAddresses = (userId: string) =>
  all('identity.listAddresses', address)`
    select ${columnsOf(address)} from addresses where user_id = ${userId} order by is_default desc, id`;

export async function findUserId(db: Db, email: string) {
  const found = await db.run(first('identity.findUserId', { id: uuid })`select id from users where email = ${email}`);
  return found?.id;
}

export async function findPasswordHash(db: Db, userId: string) {
  const account = await db.run(
    first('identity.findPasswordHash', { password: orNull(text) })`
      select password from accounts where user_id = ${userId} and provider_id = 'credential'`,
  );
  return account?.password ?? undefined;
}

type NewUser = { name: string; email: string; role: string; emailVerified: boolean; createdAt?: Date };

export async function insertAccount(tx: Db, values: NewUser, passwordHash: string) {
  const { id } = await tx.run(
    one('identity.insertUser', { id: uuid })`insert into users ${rowsOf([values])} returning id`,
  );
  await tx.run(insertPassword(id, passwordHash));
  return id;
}

/** For an account without one. */
export const insertPassword = (userId: string, password: string) =>
  count('identity.insertPassword')`
    insert into accounts ${rowsOf([{ userId, accountId: userId, providerId: 'credential', password }])}`;

/** For staff, the next login checks whether the password is strong enough. */
export const updateRole = (userId: string, role: string, needsNewPassword: boolean) =>
  count('identity.updateRole')`
    update users set role = ${role}, needs_new_password = ${needsNewPassword} where id = ${userId}`;

/** Writes only on a change, and only for staff. */
export const updateNeedsNewPassword = (userId: string, needsNewPassword: boolean) =>
  count('identity.updateNeedsNewPassword')`
    update users set needs_new_password = ${needsNewPassword}
     where id = ${userId} and role <> 'customer' and needs_new_password <> ${needsNewPassword}`;

/** Stored of staff only. */
export const updateLastLogin = (userId: string) =>
  count('identity.updateLastLogin')`
    update users set last_login_at = now() where id = ${userId} and role <> 'customer'`;

export const updatePassword = (userId: string, passwordHash: string) =>
  count('identity.updatePassword')`
    update accounts set password = ${passwordHash} where user_id = ${userId} and provider_id = 'credential'`;

export async function findSessionUser(db: Db, token: string) {
  const session = await db.run(
    first('identity.findSessionUser', { userId: uuid })`select user_id from sessions where token = ${token}`,
  );
  return session?.userId;
}

export const deleteSession = (token: string) =>
  count('identity.deleteSession')`delete from sessions where token = ${token}`;

/** All links and unfinished two-factor logins of this user. */
export const deleteVerifications = (userId: string) =>
  count('identity.deleteVerifications')`
    delete from verifications where value = ${userId} or identifier = ${emailChangeOf(userId)}`;

/** One per user, so that a newer email change replaces the older one. */
export const emailChangeOf = (userId: string) => `change-email:${userId}`;

export const deleteExpiredVerifications = () =>
  count('identity.deleteExpiredVerifications')`
    delete from verifications where id in (
      select id from verifications where expires_at < ${endOfRetention('verifications')}
       order by expires_at limit ${PORTION} for update skip locked)`;

/** Kept for a day after they expire, to investigate complaints. */
export const deleteExpiredSessions = () =>
  count('identity.deleteExpiredSessions')`
    delete from sessions where id in (
      select id from sessions where expires_at < ${endOfRetention('sessions')}
       order by expires_at limit ${PORTION} for update skip locked)`;
