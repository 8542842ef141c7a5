import { OptionValues } from '@shop/contracts/common/schema';
import { type AdminReturnQuery, ReturnReasonRow } from '@shop/contracts/returns/admin-schema';
import { RETURN_STATUSES } from '@shop/contracts/returns/constants';
import { firstIdAt, VARIANT_OPTIONS } from '#platform/database/columns.ts';
import { json, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, and, first, sql } from '#platform/database/sql.ts';

const summary = {
  id: uuid,
  orderId: uuid,
  number: text,
  customer: text,
  status: oneOf(RETURN_STATUSES),
  units: number,
  exchanges: number,
  requestedAt: timestamp,
};

/** Newest first, by keyset: ids start with their time. */
export const listSummaries = ({ status, after }: AdminReturnQuery, limit: number) =>
  all('returns.list', summary)`
    select r.id, r.order_id, o.number, u.name as customer, r.status, lines.units, lines.exchanges, r.requested_at
      from (select * from returns where ${and(status && sql`status = ${status}`, after && sql`id < ${after}`)}
             order by id desc limit ${limit}) r
      join orders o on o.id = r.order_id
      join users u on u.id = o.user_id
      cross join lateral (select coalesce(sum(quantity), 0) as units,
                                 coalesce(sum(quantity) filter (where outcome = 'exchange'), 0) as exchanges
                            from return_lines where return_id = r.id) lines
     order by r.id desc`;

const adminDetails = {
  orderId: uuid,
  number: text,
  userId: uuid,
  customer: text,
  email: text,
  recipientEmail: orNull(text),
};

export const findAdminDetails = (id: string) =>
  first('returns.findAdminDetails', adminDetails)`
    select o.id as order_id, o.number, o.user_id, u.name as customer, o.email, r.recipient_email
      from returns r join orders o on o.id = r.order_id join users u on u.id = o.user_id where r.id = ${id}`;

const reason = {
  productId: uuid,
  name: text,
  sku: text,
  options: json(OptionValues),
  units: number,
  reasons: json(ReturnReasonRow.shape.reasons),
};

/** Units of returns requested in a period by the variant that comes back, most first. Declined, cancelled and expired ones also say why. */
export const listReasons = ({ since, before }: { since: string; before: string }, limit: number) =>
  all('returns.listReasons', reason)`
    with lines as (
           select x.product_id, coalesce(f.exchange_variant_id, x.variant_id) as variant_id, l.reason,
                  sum(l.quantity)::int as units
             from returns r join return_lines l on l.return_id = r.id join order_lines x on x.id = l.order_line_id
             left join return_lines f on f.id = l.exchange_line_id
            where r.id >= ${firstIdAt(sql`${since}::timestamptz`)} and r.id < ${firstIdAt(sql`${before}::timestamptz`)}
            group by 1, 2, 3),
         variants_returned as (
           select product_id, variant_id, sum(units) as units, json_object_agg(reason, units) as reasons
             from lines group by 1, 2 order by sum(units) desc, variant_id limit ${limit})
    select c.product_id, p.name, v.sku, ${VARIANT_OPTIONS} as options, c.units,
           c.reasons
      from variants_returned c join products p on p.id = c.product_id join variants v on v.id = c.variant_id
     order by c.units desc, p.name, c.variant_id`;
