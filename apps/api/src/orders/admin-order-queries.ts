import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { z } from 'zod';
import { staffName } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { basisPoints, bool, json, number, type Row, text, uuid } from '#platform/database/row.ts';
import { count, first } from '#platform/database/sql.ts';

/** Of lists that the database aggregates: its format of a time. */
const AT = { at: z.string() };
const { timeline, payments, cashRefunds, notes, emails } = AdminOrder.shape;
const Refunds = z.array(cashRefunds.unwrap().element.extend(AT));
const adminOrder = {
  customer: text,
  email: text,
  guest: bool,
  receivesOrderEmails: bool,
  taxBp: basisPoints,
  discountBp: basisPoints,
  chargeRate: number,
  timeline: json(z.array(timeline.element.extend(AT))),
  payments: json(z.array(payments.element.extend({ ...AT, refunds: Refunds }))),
  cashRefunds: json(Refunds),
  notes: json(z.array(notes.element.extend(AT))),
  emails: json(z.array(emails.element.extend(AT))),
};
export type AdminOrderRow = Row<typeof adminOrder>;

/** The admin details of an order beside the order itself. Every part is read by an index. */
export const findAdminOrderRow = (id: string) =>
  first('orders.findForAdmin', adminOrder)`
    select u.name as customer, o.email, u.guest_email is not null as guest, u.wants_order_emails as receives_order_emails,
           o.tax_bp, o.discount_bp, o.charge_rate, h.timeline, p.payments, c.refunds as cash_refunds, n.notes, m.emails
      from orders o
      join users u on u.id = o.user_id
      cross join lateral (
        select coalesce(json_agg(json_build_object('from', h.from_status, 'to', h.to_status, 'by', h.actor,
                                 'name', case h.actor when 'customer' then who.name else ${staffName('who')} end,
                                 'at', h.created_at) order by h.seq), '[]') as timeline
          from order_status_history h left join users who on who.id = h.actor_user_id where h.order_id = o.id) h
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', p.id, 'reference', p.provider_payment_id, 'status', p.status,
                                 'amount', p.amount_minor, 'currency', p.currency, 'at', p.created_at,
                                 'refunds', r.refunds) order by p.id), '[]') as payments
          from payments p
          cross join lateral (
            select coalesce(json_agg(json_build_object('id', id, 'amount', amount_minor, 'reason', reason, 'status', status,
                                     'method', method, 'error', last_error, 'at', created_at,
                                     'canRetry', status = 'failed' and p.status = 'captured'
                                       and not exists (select from refunds n where n.retry_of = f.id)) order by id), '[]')
                     as refunds
              from refunds f where payment_id = p.id) r
         where p.checkout_id = o.checkout_id) p
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', id, 'amount', amount_minor, 'reason', reason, 'status', status,
                                 'method', method, 'error', null, 'at', created_at, 'canRetry', false) order by id), '[]')
                 as refunds
          from refunds where order_id = o.id) c
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', n.id, 'body', n.body, 'author', ${staffName('who')}, 'at', n.created_at)
                                 order by n.id desc), '[]') as notes
          from order_notes n left join users who on who.id = n.author_user_id where n.order_id = o.id) n
      cross join lateral (
        select coalesce(json_agg(json_build_object('id', id, 'subject', subject, 'to', to_email, 'status', status,
                                 'error', last_error, 'at', coalesce(sent_at, created_at)) order by id desc), '[]') as emails
          from email_messages where order_id = o.id) m
     where o.id = ${id}`;

export const insertNote = (orderId: string, authorUserId: string, body: string) =>
  first('orders.insertNote', { id: uuid })`
    insert into order_notes (order_id, author_user_id, body)
    select id, ${authorUserId}, ${body} from orders where id = ${orderId} returning id`;

export const updatePaymentStatus = (orderId: string, status: 'paid' | 'refunded') =>
  count('orders.updatePaymentStatus')`
    update orders set payment_status = ${status} where id = ${orderId} and payment_status <> ${status}`;

export async function isOrderEmail(db: Db, orderId: string, emailId: string) {
  const found = await db.run(count('orders.isEmail')`
    select from email_messages where id = ${emailId} and order_id = ${orderId}`);
  return found === 1;
}
