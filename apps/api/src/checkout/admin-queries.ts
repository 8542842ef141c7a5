import { type PaymentQuery, PaymentSummary } from '@shop/contracts/payments/admin-schema';
import type { Db } from '#platform/database/db.ts';
import { json, minor, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { byDate } from '#platform/database/sort-direction.ts';
import { all, count, first, sql } from '#platform/database/sql.ts';

const listedPayment = {
  id: uuid,
  providerPaymentId: text,
  amountMinor: minor,
  currency: text,
  status: oneOf(PaymentSummary.shape.status.options),
  createdAt: timestamp,
  customer: orNull(json(PaymentSummary.shape.customer.unwrap())),
  order: orNull(json(PaymentSummary.shape.order.unwrap())),
};

export function listPayments(page: PaymentQuery, limit: number) {
  const { order, isAfter } = byDate(sql`p.id`, page);
  return all('checkout.listPayments', listedPayment)`
    select p.id, p.provider_payment_id, p.amount_minor, p.currency, p.status, p.created_at,
           case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as customer,
           case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order"
      from (select * from payments p where p.status in ('captured', 'refunded') and ${isAfter}
             order by ${order} limit ${limit}) p
      left join checkouts c on c.id = p.checkout_id left join users u on u.id = c.user_id
      left join orders o on o.id = p.order_id
     order by ${order}`;
}

const lockedPayment = {
  userId: orNull(uuid),
  currency: text,
  amountMinor: minor,
  status: text,
  orderId: orNull(uuid),
};

/** Locks the customer first (FOR KEY SHARE blocks only account deletion), then the payment. */
export async function lockPayment(tx: Db, id: string) {
  await tx.run(count('checkout.lockPayer')`
    select from users where id = (select c.user_id from payments p join checkouts c on c.id = p.checkout_id
                                   where p.id = ${id}) for key share`);
  return tx.run(first('checkout.lockPayment', lockedPayment)`
    select c.user_id, p.currency, p.amount_minor, p.status, p.order_id
      from payments p left join checkouts c on c.id = p.checkout_id where p.id = ${id} for update of p`);
}
