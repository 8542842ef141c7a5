import { CUSTOMER_NEWEST, type CustomerQuery, type Role } from '@shop/contracts/identity/admin-schema';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { LIVE_SESSION } from '#identity/queries.ts';
import { users } from '#identity/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { escapeLike } from '#platform/database/like.ts';
import { sortDirection } from '#platform/database/sort-direction.ts';

export type SummaryRow = { id: string; name: string; email: string; role: Role; createdAt: string };
type CustomerFilter = Pick<CustomerQuery, 'role' | 'sort' | 'after'> & { ids?: string[]; limit: number };

const SUMMARY = sql`id, name, coalesce(guest_email, email) as email, role, created_at as "createdAt"`;
const hasRole = (role: CustomerFilter['role']) =>
  role === undefined ? sql`true` : role === 'staff' ? sql`role <> 'customer'` : sql`role = ${role}`;

/** `offset 0` is an optimization fence: filters by id before sorting, as all matches may be old accounts. */
const usersAmong = (ids: string[] | undefined) =>
  ids ? sql`(select * from users where id = any (${sql.param(ids)}::uuid[]) offset 0) among` : sql`users`;

/** Newest first by default, keyset pagination by `after`, without deleted accounts and guests. */
export async function listCustomers(db: Db, { ids, role, sort = '-created', after, limit }: CustomerFilter) {
  const key = sort === 'name' || sort === '-name' ? sql`searchable(name)` : sql`created_at`;
  const { direction, beyond } = sortDirection(sort);
  const where: SQL[] = [
    sql`deleted_at is null and guest_email is null`,
    hasRole(role),
    ...(after ? [sql`(${key}, id) ${beyond} (select ${key}, id from users where id = ${after})`] : []),
  ];
  const { rows } = await db.execute<SummaryRow>(sql`
    select ${SUMMARY} from ${usersAmong(ids)} where ${sql.join(where, sql` and `)}
     order by ${key} ${direction}, id ${direction} limit ${limit}`);
  return rows;
}

/** Up to `limit`, without deleted accounts and guests. */
export async function countUsers(db: Db, { ids, role, limit }: CustomerFilter) {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count
      from (select id from ${usersAmong(ids)} where deleted_at is null and guest_email is null and ${hasRole(role)}
             limit ${limit}) counted`);
  return rows[0]?.count ?? 0;
}

/** Matches if all typed words are prefixes of words in the name, or if the email address starts with the query. */
export async function searchUserIds(db: Db, typed: string, limit: number) {
  const pattern = `${escapeLike(typed.toLowerCase())}%`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct id from (
      select id from find_user_ids(${typed}, ${pattern}, ${limit}) id
      union all
      (select id from users where guest_email like ${pattern} limit ${limit})) found limit ${limit}`);
  return rows.map(({ id }) => id);
}

type CustomerRow = SummaryRow & {
  guest: boolean;
  phone: string | null;
  twoFactor: boolean;
  marketing: boolean;
  sessions: number;
  orderCount: number;
  spentCents: number;
};

export async function findCustomer(db: Db, id: string) {
  const { rows } = await db.execute<CustomerRow>(sql`
    select ${SUMMARY}, guest_email is not null as guest, phone, two_factor_enabled as "twoFactor", wants_marketing as marketing,
           (select count(*)::int from sessions s where s.user_id = u.id and ${LIVE_SESSION}) as sessions,
           o.orders as "orderCount", o.spent as "spentCents"
      from users u,
           lateral (select count(*)::int as orders,
                           coalesce(sum(total_cents) filter (where payment_status = 'paid'), 0)::float8 as spent
                      from orders where user_id = u.id) o
     where id = ${id} and deleted_at is null`);
  return rows[0];
}

type OrderRow = {
  id: string;
  number: string;
  status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  paymentMethod: 'card' | 'upi' | 'wallet' | 'netbanking' | 'cod';
  paymentStatus: 'pending' | 'paid' | 'refunded';
  totalCents: number;
  createdAt: string;
};

export async function listNewestOrders(db: Db, userId: string) {
  const { rows } = await db.execute<OrderRow>(sql`
    select id, number, status, payment_method as "paymentMethod", payment_status as "paymentStatus",
           total_cents::float8 as "totalCents", created_at as "createdAt"
      from orders where user_id = ${userId} order by created_at desc, id desc limit ${CUSTOMER_NEWEST}`);
  return rows;
}

type TicketRow = { id: string; number: string; subject: string; status: 'open' | 'answered' | 'closed' };

export async function listNewestTickets(db: Db, userId: string) {
  const { rows } = await db.execute<TicketRow>(sql`
    select id, number, subject, status from support_tickets where user_id = ${userId}
     order by id desc limit ${CUSTOMER_NEWEST}`);
  return rows;
}

/** Locked until the transaction ends. */
export async function lockRole(tx: Db, id: string) {
  const [user] = await tx
    .select({ role: users.role, name: users.name, emailVerified: users.emailVerified })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update');
  return user;
}

/** Returns the number of deleted sessions, and how many of them were not expired. */
export async function deleteSessionsOf(tx: Db, userId: string) {
  const { rows } = await tx.execute<{ live: boolean }>(
    sql`delete from sessions s where s.user_id = ${userId} returning (${LIVE_SESSION}) as live`,
  );
  return { deleted: rows.length, live: rows.filter(({ live }) => live).length };
}
