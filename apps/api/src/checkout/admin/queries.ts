import type { PaymentQuery, PaymentSummary } from '@shop/contracts/payments/admin-schema';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { byDate } from '#platform/database/sort-direction.ts';

type PaymentRow = Omit<PaymentSummary, 'createdAt'> & { createdAt: string };

export async function listPayments(db: Db, page: PaymentQuery, limit: number) {
  const { order, isAfter } = byDate(sql`p.id`, page);
  const { rows } = await db.execute<PaymentRow>(sql`
    select p.id, p.provider_payment_id as "providerPaymentId", p.amount_minor::float8 as "amountMinor", p.currency,
           p.status, p.created_at as "createdAt", case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as customer,
           case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order"
      from (select * from payments p where p.status in ('captured', 'refunded') and ${isAfter}
             order by ${order} limit ${limit}) p
      left join checkouts c on c.id = p.checkout_id left join users u on u.id = c.user_id
      left join orders o on o.id = p.order_id
     order by ${order}`);
  return rows;
}

type LockedPayment = {
  userId: string | null;
  currency: string;
  amountMinor: number;
  status: string;
  orderId: string | null;
};

/** Locks the customer first (FOR KEY SHARE blocks only account deletion), then the payment. */
export async function lockPayment(tx: Db, id: string) {
  await tx.execute(sql`
    select from users where id = (select c.user_id from payments p join checkouts c on c.id = p.checkout_id
                                   where p.id = ${id}) for key share`);
  const { rows } = await tx.execute<LockedPayment>(sql`
    select c.user_id as "userId", p.currency, p.amount_minor::float8 as "amountMinor", p.status, p.order_id as "orderId"
      from payments p left join checkouts c on c.id = p.checkout_id where p.id = ${id} for update of p`);
  return rows[0];
}
