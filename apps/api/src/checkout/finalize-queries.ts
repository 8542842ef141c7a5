import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import type { FinalizedRow, Sibling } from './rules.ts';

type Payable = {
  id: string;
  userId: string;
  cartId: string | null;
  status: 'open' | 'completed' | 'expired' | 'cancelled';
  discountCodeId: string | null;
  chargeMinor: number;
  chargeCurrency: string;
  chargeRate: number;
  customerDeleted: boolean;
};

/** Locks the customer before the cart, like the start of a checkout, so that the two do not deadlock. */
export async function lockPaidCheckout(tx: Db, providerOrderId: string) {
  await tx.execute(sql`
    with customer as (select c.cart_id from checkouts c join users u on u.id = c.user_id
                    where c.provider_order_id = ${providerOrderId} for key share of u)
    select from carts where id = (select cart_id from customer) for no key update`);
  const { rows } = await tx.execute<Payable>(sql`
    select c.id, c.user_id as "userId", c.cart_id as "cartId", c.status, c.discount_code_id as "discountCodeId",
           c.charge_minor::float8 as "chargeMinor", c.charge_currency as "chargeCurrency",
           c.charge_rate::float8 as "chargeRate", u.deleted_at is not null as "customerDeleted"
      from checkouts c join users u on u.id = c.user_id
     where c.provider_order_id = ${providerOrderId} for no key update of c`);
  return rows[0];
}

/** How the other checkouts of its cart compare with this one; at most one row for each combination. */
export async function listSiblings(tx: Db, id: string) {
  const { rows } = await tx.execute<Sibling>(sql`
    select distinct s.status, s.id > c.id as "isNewer", s.cart_version = c.cart_version as "sameVersion"
      from checkouts c join checkouts s on s.cart_id = c.cart_id and s.id <> c.id where c.id = ${id}`);
  return rows;
}

export const updateCancelled = (tx: Db, id: string) =>
  tx.execute(sql`update checkouts set status = 'cancelled' where id = ${id}`);

/** Their cart was bought by an older checkout. Expired ones hold neither stock nor a code. */
export const cancelNewerExpired = (tx: Db, { id, cartId }: Pick<Payable, 'id' | 'cartId'>) =>
  tx.execute(sql`
    update checkouts set status = 'cancelled' where cart_id = ${cartId} and id > ${id} and status = 'expired'`);

export const updateCompleted = (tx: Db, id: string) =>
  tx.execute(sql`update checkouts set status = 'completed', reconcile_at = null where id = ${id}`);

export async function listCheckoutLines(tx: Db, checkoutId: string) {
  const { rows } = await tx.execute<{ variantId: string; quantity: number }>(sql`
    select variant_id as "variantId", quantity from checkout_lines where checkout_id = ${checkoutId}`);
  return rows;
}

export async function ownsProviderOrder(db: Db, userId: string, providerOrderId: string) {
  const { rowCount } = await db.execute(sql`
    select from checkouts where provider_order_id = ${providerOrderId} and user_id = ${userId}`);
  return rowCount === 1;
}

type Charge = { orderId: string | null; amountMinor: number; currency: string };

/** Whether an open checkout awaits exactly this amount. */
export async function isAwaited(db: Db, { orderId, amountMinor, currency }: Charge) {
  const { rowCount } = await db.execute(sql`
    select from checkouts where provider_order_id = ${orderId} and status = 'open'
       and charge_minor = ${amountMinor} and charge_currency = ${currency}`);
  return rowCount === 1;
}

/** By our own payment id. */
export async function findFinalized(db: Db, paymentId: string) {
  const { rows } = await db.execute<FinalizedRow>(sql`${FINALIZED} where p.id = ${paymentId}`);
  const [finalized] = rows;
  if (!finalized) throw new Error(`Payment ${paymentId} was not stored.`);
  return finalized;
}

/** By the provider's ids; undefined if the payment is not stored. */
export async function findFinalizedByProviderIds(db: Db, providerOrderId: string, providerPaymentId: string) {
  const { rows } = await db.execute<FinalizedRow>(sql`
    ${FINALIZED} where c.provider_order_id = ${providerOrderId} and p.provider_payment_id = ${providerPaymentId}`);
  return rows[0];
}

const FINALIZED = sql`
  select p.status, o.id as "orderId", o.number, c.status = 'expired' as late
    from payments p join checkouts c on c.id = p.checkout_id left join orders o on o.id = p.order_id`;
