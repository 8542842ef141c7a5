import type { PlacedOrder } from '@shop/contracts/checkout/schema';
import { type SQL, sql } from 'drizzle-orm';
import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
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
export const lockPaidCart = (tx: Db, providerOrderId: string) =>
  tx.execute(sql`
    with customer as (select c.cart_id from checkouts c join users u on u.id = c.user_id
                    where c.provider_order_id = ${providerOrderId} for key share of u)
    select from carts where id = (select cart_id from customer) for no key update`);

export const lockPaidCheckout = (tx: Db, providerOrderId: string) =>
  tx.execute(sql`select from checkouts where provider_order_id = ${providerOrderId} for no key update`);

type Paid<Placement> = {
  checkout: Payable;
  /** The recorded payment, or the id of a new one. */
  found: { id: string; status: ProviderPayment['status'] | null };
  /** The order that the checkout would become. */
  placement: Placement;
  /** The order that the payment has become. */
  placed: PlacedOrder | null;
};
type ProviderIds = { orderId: string; paymentId: string };

export const findPaid = <Placement>(db: Db, { orderId, paymentId }: ProviderIds, placement: SQL<Placement>) =>
  db.execute<Paid<Placement>>(sql`
    select json_build_object(
             'id', c.id, 'userId', c.user_id, 'cartId', c.cart_id, 'status', c.status,
             'discountCodeId', c.discount_code_id, 'chargeMinor', c.charge_minor, 'chargeCurrency', c.charge_currency,
             'chargeRate', c.charge_rate::float8, 'customerDeleted', u.deleted_at is not null) as checkout,
           json_build_object('id', coalesce(p.id, uuid_v7()), 'status', p.status) as found,
           (select to_json(placement) from (select ${placement}) placement) as placement,
           case when o.id is not null then json_build_object('orderId', o.id, 'number', o.number) end as placed
      from checkouts c join users u on u.id = c.user_id cross join store_settings s
      left join payments p on p.checkout_id = c.id and p.provider_payment_id = ${paymentId}
      left join orders o on o.id = p.order_id
     where c.provider_order_id = ${orderId}`);

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

/** Whether something in it is no longer sold: unpublished, switched off, or without this variant. */
export async function hasWithdrawn(tx: Db, checkoutId: string) {
  const { rowCount } = await tx.execute(sql`
    select from checkout_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
     where l.checkout_id = ${checkoutId} and not (p.sellable and p.status = 'published' and v.archived_at is null)
     limit 1`);
  return rowCount === 1;
}

/**
 * Changes nothing if the status has changed since. Violates a constraint if the checkout has followed its buyer since
 * (`updateBuyer`): the order would be another person's.
 */
export const updateCompleted = (
  tx: Db,
  { id, status, userId, cartId }: Pick<Payable, 'id' | 'status' | 'userId' | 'cartId'>,
) =>
  tx.execute(sql`
    update checkouts
       set status = case when user_id = ${userId} and cart_id is not distinct from ${cartId} then 'completed' end,
           reconcile_at = null
     where id = ${id} and status = ${status}`);

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
  const { rows } = await db.execute<FinalizedRow>(sql`
    select p.status, o.id as "orderId", o.number, c.status = 'expired' as late
      from payments p join checkouts c on c.id = p.checkout_id left join orders o on o.id = p.order_id
     where p.id = ${paymentId}`);
  const [finalized] = rows;
  if (!finalized) throw new Error(`Payment ${paymentId} was not stored.`);
  return finalized;
}
