import { randomBytes, randomUUID } from 'node:crypto';
import { GUEST_SESSION_DAYS } from '@shop/contracts/identity/constants';
import { GUEST_NAME } from '@shop/contracts/identity/guest-messages';
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { emailChangeOf } from '#identity/queries.ts';
import { accounts, sessions, users, verifications } from '#identity/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { deleteInPortions, endOfRetention, PORTION } from '#platform/retention.ts';

/** Reserved (RFC 2606): undeliverable. */
const placeholderEmail = () => `guest-${randomUUID()}@guest.invalid`;

/** Looks up no other user, so that an address with an account takes the same work as one without. */
export async function insertGuest(tx: Db, guestEmail: string) {
  const [guest] = await tx
    .insert(users)
    .values({ name: GUEST_NAME, email: placeholderEmail(), guestEmail })
    .returning({ id: users.id });
  if (!guest) throw new Error('The guest was not stored.');
  return guest.id;
}

type NewSession = { userId: string; userAgent: string | undefined; days: number };

/** Returns its token. */
export async function insertSession(tx: Db, { userId, userAgent, days }: NewSession) {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = sql`now() + make_interval(days => ${days})`;
  await tx.insert(sessions).values({ userId, token, userAgent, createdAt: sql`now()`, expiresAt });
  return token;
}

export const insertGuestSession = (tx: Db, userId: string, userAgent: string | undefined) =>
  insertSession(tx, { userId, userAgent, days: GUEST_SESSION_DAYS });

/** The password waits for the confirmation of the address: no login finds a guest. A new row ends no session. */
export async function replacePassword(tx: Db, userId: string, password: string) {
  await deletePassword(tx, userId);
  await tx.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
}

export const deletePassword = (tx: Db, userId: string) =>
  tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')));

/** A customer since now, and no longer one of the guests that are deleted by age. */
export const updateToAccount = (tx: Db, id: string, email: string) =>
  tx.execute(sql`
    update users set email = ${email}, guest_email = null, guest_kept_at = null, email_verified = true, created_at = now()
     where id = ${id}`);

/** Whether the link is valid, without using it up. */
export async function isLinkValid(db: Db, userId: string, secretHash: string) {
  const [link] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(
      and(
        eq(verifications.identifier, emailChangeOf(userId)),
        sql`split_part(${verifications.value}, ' ', 1) = ${secretHash}`,
        gt(verifications.expiresAt, sql`now()`),
      ),
    );
  return link !== undefined;
}

/** The owner of an order, if that is a guest (an account logs in), and links of this version are not revoked. */
export async function findGuestOfOrder(db: Db, orderId: string, version: number): Promise<Actor | undefined> {
  const { rows } = await db.execute<Actor>(sql`
    select u.id, u.name, u.role, true as guest from orders o join users u on u.id = o.user_id
     where o.id = ${orderId} and o.order_link_version = ${version} and u.guest_email is not null and u.deleted_at is null`);
  return rows[0];
}

/** The guest of a session. */
export async function findGuest(db: Db, token: string) {
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    select u.id, u.guest_email as email from sessions s join users u on u.id = s.user_id
     where s.token = ${token} and u.guest_email is not null and u.deleted_at is null`);
  return rows[0];
}

/** The name that the guest entered with an address. */
export const updateGuestName = (tx: Db, id: string, name: string) =>
  tx.execute(sql`update users set name = ${name} where id = ${id} and guest_email is not null`);

const OLD_GUESTS = sql`
  select id from users u
   where guest_email is not null and guest_kept_at is null and created_at < ${endOfRetention('guests')}`;

/** Guests who began no checkout. Their sessions, carts and addresses go with them. */
export const deleteOldGuests = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      delete from users where id in (
        ${OLD_GUESTS} and not exists (select from checkouts c where c.user_id = u.id)
         order by created_at limit ${PORTION} for update skip locked)`),
  );

/** Kept as accounts are: their orders are needed for accounting. */
export const keepGuestsWithOrders = (db: Db) =>
  deleteInPortions(() =>
    db.execute(sql`
      update users set guest_kept_at = now() where id in (
        ${OLD_GUESTS} and exists (select from orders o where o.user_id = u.id)
         order by created_at limit ${PORTION} for no key update skip locked)`),
  );

/** Guests who began checkouts, but placed no order. */
export async function listGuestsToErase(db: Db) {
  const { rows } = await db.execute<{ id: string }>(sql`
    ${OLD_GUESTS} and not ${isBuyer(sql`u.id`)} order by created_at limit ${PORTION}`);
  return rows.map(({ id }) => id);
}

const isBuyer = (userId: SQL) => sql`
  (exists (select from orders o where o.user_id = ${userId})
   or exists (select from checkouts c where c.user_id = ${userId} and c.status = 'open'))`;

export async function hasOrderOrOpenCheckout(tx: Db, userId: string) {
  const { rows } = await tx.execute<{ buys: boolean }>(sql`select ${isBuyer(sql`${userId}::uuid`)} as buys`);
  return rows[0]?.buys === true;
}
