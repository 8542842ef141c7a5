import { isoTimestamp } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { text, uuid } from '#platform/database/row.ts';
import { all, count, sql } from '#platform/database/sql.ts';

/** Newest first. Empty until the address of the account is confirmed. */
export const listGuestOrders = (accountId: string) =>
  all('identity.listGuestOrders', { number: text, createdAt: text })`
    select o.number, ${isoTimestamp(sql`o.created_at`)} as created_at
      from users u
      join users g on recipient_key(g.guest_email) = recipient_key(u.email) and g.guest_email = u.email and g.deleted_at is null
      join orders o on o.user_id = g.id
     where u.id = ${accountId} and u.email_verified
     order by o.id desc`;

/** Locked until the transaction ends, in the order of their ids. Callers have locked the account before. */
export async function lockGuestsOf(tx: Db, email: string) {
  const rows = await tx.run(
    all('identity.lockGuestsOf', { id: uuid })`
      select id from users
       where recipient_key(guest_email) = recipient_key(${email}) and guest_email = ${email} and deleted_at is null
       order by id for update`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Makes the orders of guests those of an account, with everything that refers to them. It writes to the tables of other
 * contexts, so that one file shows that an order and its parts change hands together. The address book stays with the
 * guest: an order has its own copy of the address. Checkouts before codes, as in a purchase.
 */
export async function updateOwnerOfOrders(tx: Db, guestIds: string[], userId: string) {
  const guests = sql`any (${guestIds}::uuid[])`;
  const placed = sql`(select checkout_id from orders where user_id = ${guests})`;
  for (const statement of [
    count('identity.joinCheckouts')`
      update checkouts set user_id = ${userId}, address_id = null where id in ${placed}`,
    count('identity.joinRedemptions')`
      update discount_redemptions set user_id = ${userId}, joined = true where checkout_id in ${placed}`,
    count('identity.joinStatusHistory')`
      update order_status_history set actor_user_id = ${userId}
       where order_id in (select id from orders where user_id = ${guests}) and actor_user_id = ${guests}`,
    count('identity.joinNotifications')`update notifications set user_id = ${userId} where user_id = ${guests}`,
    count('identity.joinEmails')`update email_messages set user_id = ${userId} where user_id = ${guests}`,
    count('identity.joinTickets')`update support_tickets set user_id = ${userId} where user_id = ${guests}`,
    count('identity.joinOrders')`update orders set user_id = ${userId}, address_id = null where user_id = ${guests}`,
  ])
    await tx.run(statement);
}

/**
 * Moves the sales of guests to the account that gets their orders, and has the orders recounted: they may be repeat
 * orders now. Call it before the orders change their user. The lock is that of the count, which subtracts by user.
 */
export async function moveCustomerSales(tx: Db, guestIds: string[], userId: string) {
  const guests = sql`any (${guestIds}::uuid[])`;
  await tx.run(count('identity.lockSalesCount')`select from pg_advisory_xact_lock(hashtext('count_changed_orders'))`);
  await tx.run(
    count('identity.moveCustomerSales')`
      with counted as (
             select o.user_id::text as key, c.day, c.orders, c.cents
               from orders o join counted_orders c on c.order_id = o.id
              where o.user_id = ${guests} and c.day is not null),
           moved as (
             select grain, date_trunc(grain, day::timestamp)::date as start, key, sum(orders) as orders, sum(cents) as cents
               from counted, unnest(array['day', 'month', 'year']) grain group by 1, 2, 3),
           change as (
             select grain, start, key, -orders as orders, -cents as cents from moved
             union all
             select grain, start, ${userId}::text, sum(orders), sum(cents) from moved group by 1, 2)
      insert into sales (subject, grain, start, key, orders, units, cents)
      select 'customer', grain, start, key, orders, 0, cents from change order by grain, start, key
          on conflict (subject, grain, start, key) do update
         set orders = sales.orders + excluded.orders, cents = sales.cents + excluded.cents`,
  );
  await tx.run(
    count('identity.recountOrders')`
      insert into order_changes (order_id) select id from orders where user_id = ${guests}`,
  );
}
