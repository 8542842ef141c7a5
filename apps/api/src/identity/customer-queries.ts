import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { CUSTOMER_NEWEST, type CustomerQuery, Role } from '@shop/contracts/identity/admin-schema';
import { OrderStatus, PaymentStatus } from '@shop/contracts/orders/schema';
import { TicketStatus } from '@shop/contracts/support/schema';
import { escapeLike, sortDirection } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, cents, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, columnsOf, first, one, sql } from '#platform/database/sql.ts';
import { LIVE_SESSION } from './queries.ts';

type CustomerFilter = Pick<CustomerQuery, 'role' | 'sort' | 'after'> & { ids?: string[]; limit: number };

const summary = { id: uuid, name: text, email: text, role: oneOf(Role.options), createdAt: timestamp };
const SUMMARY = sql`id, name, coalesce(guest_email, email) as email, role, created_at`;
const hasRole = (role: CustomerFilter['role']) =>
  role === undefined ? undefined : role === 'staff' ? sql`role <> 'customer'` : sql`role = ${role}`;

/** `offset 0` is an optimization fence: filters by id before sorting, as all matches may be old accounts. */
const usersAmong = (ids: string[] | undefined) =>
  ids ? sql`(select * from users where id = any (${ids}::uuid[]) offset 0) among` : sql`users`;

/** Newest first by default, keyset pagination by `after`, without deleted accounts and guests. */
export function listCustomers({ ids, role, sort = '-created', after, limit }: CustomerFilter) {
  const key = sort === 'name' || sort === '-name' ? sql`searchable(name)` : sql`created_at`;
  const { direction, beyond } = sortDirection(sort);
  return all('identity.listCustomers', summary)`
    select ${SUMMARY} from ${usersAmong(ids)}
     where ${and(
       sql`deleted_at is null and guest_email is null`,
       hasRole(role),
       after && sql`(${key}, id) ${beyond} (select ${key}, id from users where id = ${after})`,
     )}
     order by ${key} ${direction}, id ${direction} limit ${limit}`;
}

/** Up to `limit`, without deleted accounts and guests. */
export async function countUsers(db: Db, { ids, role, limit }: CustomerFilter) {
  const { count } = await db.run(
    one('identity.countUsers', { count: number })`
      select count(*)
        from (select id from ${usersAmong(ids)}
               where ${and(sql`deleted_at is null and guest_email is null`, hasRole(role))} limit ${limit}) counted`,
  );
  return count;
}

/** Matches if all typed words are prefixes of words in the name, or if the email address starts with the query. */
export async function searchUserIds(db: Db, typed: string, limit: number) {
  const pattern = `${escapeLike(typed.toLowerCase())}%`;
  const rows = await db.run(
    all('identity.searchUsers', { id: uuid })`
      select distinct id from (
        select id from find_user_ids(${typed}, ${pattern}, ${limit}) id
        union all
        (select id from users where guest_email like ${pattern} limit ${limit})) found limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

const customer = {
  ...summary,
  guest: bool,
  phone: orNull(text),
  twoFactor: bool,
  marketing: bool,
  sessions: number,
  orderCount: number,
  spentCents: cents,
};

export const findCustomer = (id: string) =>
  first('identity.findCustomer', customer)`
    select ${SUMMARY}, guest_email is not null as guest, phone, two_factor_enabled as two_factor,
           wants_marketing as marketing,
           (select count(*) from sessions s where s.user_id = u.id and ${LIVE_SESSION}) as sessions,
           o.orders as order_count, o.spent as spent_cents
      from users u,
           lateral (select count(*) as orders,
                           coalesce(sum(total_cents) filter (where payment_status = 'paid'), 0) as spent
                      from orders where user_id = u.id) o
     where id = ${id} and deleted_at is null`;

const order = {
  id: uuid,
  number: text,
  status: oneOf(OrderStatus.options),
  paymentMethod: oneOf(PAYMENT_METHODS),
  paymentStatus: oneOf(PaymentStatus.options),
  totalCents: cents,
  createdAt: timestamp,
};

export const listNewestOrders = (userId: string) =>
  all('identity.listNewestOrders', order)`
    select ${columnsOf(order)} from orders where user_id = ${userId}
     order by created_at desc, id desc limit ${CUSTOMER_NEWEST}`;

const ticket = { id: uuid, number: text, subject: text, status: oneOf(TicketStatus.options) };

export const listNewestTickets = (userId: string) =>
  all('identity.listNewestTickets', ticket)`
    select ${columnsOf(ticket)} from support_tickets where user_id = ${userId}
     order by id desc limit ${CUSTOMER_NEWEST}`;

/** Locked until the transaction ends. */
export const lockRole = (id: string) =>
  first('identity.lockRole', { role: text, name: text, emailVerified: bool })`
    select role, name, email_verified from users where id = ${id} and deleted_at is null for no key update`;

/** Returns the number of deleted sessions, and how many of them were not expired. */
export async function deleteSessionsOf(tx: Db, userId: string) {
  const rows = await tx.run(
    all('identity.deleteSessionsOf', { live: bool })`
      delete from sessions s where s.user_id = ${userId} returning (${LIVE_SESSION}) as live`,
  );
  return { deleted: rows.length, live: rows.filter(({ live }) => live).length };
}
