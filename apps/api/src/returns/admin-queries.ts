import type { AdminReturnQuery, ReturnReasonRow, ReturnSummary } from '@shop/contracts/returns/admin-schema';
import { sql } from 'drizzle-orm';
import { firstIdAt } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';

/** Newest first, by keyset: ids start with their time. */
export async function listSummaries(db: Db, { status, after }: AdminReturnQuery, limit: number) {
  const { rows } = await db.execute<ReturnSummary>(sql`
    select r.id, r.order_id as "orderId", o.number, u.name as customer, r.status, lines.units, lines.exchanges,
           to_json(r.requested_at) as "requestedAt"
      from (select * from returns where ${status ? sql`status = ${status}` : sql`true`}
                                    and ${after ? sql`id < ${after}` : sql`true`} order by id desc limit ${limit}) r
      join orders o on o.id = r.order_id
      join users u on u.id = o.user_id
      cross join lateral (select coalesce(sum(quantity), 0)::int as units,
                                 coalesce(sum(quantity) filter (where outcome = 'exchange'), 0)::int as exchanges
                            from return_lines where return_id = r.id) lines
     order by r.id desc`);
  return rows;
}

type AdminDetails = {
  orderId: string;
  number: string;
  userId: string;
  customer: string;
  email: string;
  recipientEmail: string | null;
};

export async function findAdminDetails(db: Db, id: string) {
  const { rows } = await db.execute<AdminDetails>(sql`
    select o.id as "orderId", o.number, o.user_id as "userId", u.name as customer, o.email,
           r.recipient_email as "recipientEmail"
      from returns r join orders o on o.id = r.order_id join users u on u.id = o.user_id where r.id = ${id}`);
  return rows[0];
}

/** Units of returns requested in a period by the variant that comes back, most first. Declined, cancelled and expired ones also say why. */
export async function listReasons(db: Db, { since, before }: { since: string; before: string }, limit: number) {
  const { rows } = await db.execute<ReturnReasonRow>(sql`
    with lines as (
           select x.product_id, coalesce(f.exchange_variant_id, x.variant_id) as variant_id, l.reason,
                  sum(l.quantity)::int as units
             from returns r join return_lines l on l.return_id = r.id join order_lines x on x.id = l.order_line_id
             left join return_lines f on f.id = l.exchange_line_id
            where r.id >= ${firstIdAt(sql`${since}::timestamptz`)} and r.id < ${firstIdAt(sql`${before}::timestamptz`)}
            group by 1, 2, 3),
         variants_returned as (
           select product_id, variant_id, sum(units)::int as units, json_object_agg(reason, units) as reasons
             from lines group by 1, 2 order by sum(units) desc, variant_id limit ${limit})
    select c.product_id as "productId", p.name, v.sku, ${orderedOptions(sql`v.option_values`, sql`p.options`)} as options,
           c.units, c.reasons
      from variants_returned c join products p on p.id = c.product_id join variants v on v.id = c.variant_id
     order by c.units desc, p.name, c.variant_id`);
  return rows;
}
