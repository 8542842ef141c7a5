import { randomBytes, randomUUID } from 'node:crypto';
import { GUEST_SESSION_DAYS } from '@shop/contracts/identity/constants';
import { GUEST_NAME } from '@shop/contracts/identity/guest-messages';
import type { Db } from '#platform/database/db.ts';
import { bool, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, one, rowsOf, sql } from '#platform/database/sql.ts';
import { endOfRetention, PORTION } from '#platform/retention.ts';
import { emailChangeOf, insertPassword } from './queries.ts';

/** Reserved (RFC 2606): undeliverable. */
const placeholderEmail = () => `guest-${randomUUID()}@guest.invalid`;

/** Looks up no other user, so that an address with an account takes the same work as one without. */
export const insertGuest = (guestEmail: string) =>
  one('identity.insertGuest', { id: uuid })`
    insert into users ${rowsOf([{ name: GUEST_NAME, email: placeholderEmail(), guestEmail }])} returning id`;

type NewSession = { userId: string; userAgent: string | undefined; days: number };

/** Returns its token. */
export async function insertSession(tx: Db, { userId, userAgent, days }: NewSession) {
  const token = randomBytes(24).toString('base64url');
  const expiresAt = sql`now() + make_interval(days => ${days})`;
  const session = { userId, token, userAgent, createdAt: sql`now()`, expiresAt };
  await tx.run(count('identity.insertSession')`insert into sessions ${rowsOf([session])}`);
  return token;
}

export const insertGuestSession = (tx: Db, userId: string, userAgent: string | undefined) =>
  insertSession(tx, { userId, userAgent, days: GUEST_SESSION_DAYS });

/** The password waits for the confirmation of the address: no login finds a guest. A new row ends no session. */
export async function replacePassword(tx: Db, userId: string, password: string) {
  await tx.run(deletePassword(userId));
  await tx.run(insertPassword(userId, password));
}

export const deletePassword = (userId: string) =>
  count('identity.deletePassword')`delete from accounts where user_id = ${userId} and provider_id = 'credential'`;

/** A customer since now, and no longer one of the guests that are deleted by age. */
export const updateToAccount = (id: string, email: string) =>
  count('identity.updateToAccount')`
    update users set email = ${email}, guest_email = null, guest_kept_at = null, email_verified = true, created_at = now()
     where id = ${id}`;

/** Whether the link is valid, without using it up. */
export async function isLinkValid(db: Db, userId: string, secretHash: string) {
  const link = await db.run(
    first('identity.findLink', { id: uuid })`
      select id from verifications
       where identifier = ${emailChangeOf(userId)} and split_part(value, ' ', 1) = ${secretHash}
         and expires_at > now()`,
  );
  return link !== undefined;
}

/** The owner of an order, if that is a guest (an account logs in), and links of this version are not revoked. */
export const findGuestOfOrder = (orderId: string, version: number) =>
  first('identity.findGuestOfOrder', { id: uuid, name: text, role: text, guest: bool })`
    select u.id, u.name, u.role, true as guest from orders o join users u on u.id = o.user_id
     where o.id = ${orderId} and o.order_link_version = ${version} and u.guest_email is not null and u.deleted_at is null`;

/** The guest of a session. */
export const findGuest = (token: string) =>
  first('identity.findGuest', { id: uuid, email: text })`
    select u.id, u.guest_email as email from sessions s join users u on u.id = s.user_id
     where s.token = ${token} and u.guest_email is not null and u.deleted_at is null`;

/** The name that the guest entered with an address. */
export const updateGuestName = (id: string, name: string) =>
  count('identity.updateGuestName')`
    update users set name = ${name} where id = ${id} and guest_email is not null`;

const OLD_GUESTS = sql`
  select id from users u
   where guest_email is not null and guest_kept_at is null and created_at < ${endOfRetention('guests')}`;

/** Guests who began no checkout. Their sessions, carts and addresses go with them. */
export const deleteOldGuests = () =>
  count('identity.deleteOldGuests')`
    delete from users where id in (
      ${OLD_GUESTS} and not exists (select from checkouts c where c.user_id = u.id)
       order by created_at limit ${PORTION} for update skip locked)`;

/** Kept as accounts are: their orders are needed for accounting. */
export const keepGuestsWithOrders = () =>
  count('identity.keepGuestsWithOrders')`
    update users set guest_kept_at = now() where id in (
      ${OLD_GUESTS} and exists (select from orders o where o.user_id = u.id)
       order by created_at limit ${PORTION} for no key update skip locked)`;

/** Guests who began checkouts, but placed no order. */
export const listGuestsToErase = () =>
  all('identity.listGuestsToErase', { id: uuid })`
    ${OLD_GUESTS} and not ${isBuyer(sql`u.id`)} order by created_at limit ${PORTION}`;

const isBuyer = (userId: Fragment) => sql`
  (exists (select from orders o where o.user_id = ${userId})
   or exists (select from checkouts c where c.user_id = ${userId} and c.status = 'open'))`;

export async function hasOrderOrOpenCheckout(tx: Db, userId: string) {
  const { buys } = await tx.run(
    one('identity.isBuyer', { buys: bool })`select ${isBuyer(sql`${userId}::uuid`)} as buys`,
  );
  return buys;
}
